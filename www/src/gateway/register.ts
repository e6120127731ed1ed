/** Whether this page can have typed JSON at addresses of its own: built, and in a browser with service workers. */
export const hasGateway = import.meta.env.PROD && "serviceWorker" in navigator;

/** The address of a context's turns as typed JSON, once the worker that answers there is at work. */
export async function typedJsonUrl(hostUrl: string, contextId: string): Promise<string> {
  const scope = "/gateway/";
  const registration = await navigator.serviceWorker.register(workerUrl(), { scope, type: "module" });
  await active(registration);
  return `${scope}${encodeURIComponent(hostUrl)}/v1/contexts/${contextId}/turns?include_unknown=1`;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

let trusted: string | undefined;

/** The worker's address, as pages must name a script whose security policy requires Trusted Types. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => "/gateway-worker.js" };
  trusted ??= (trustedTypes?.createPolicy("vitrine-studio-gateway", rules) ?? rules).createScriptURL("");
  return trusted;
}

function active(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (!worker || registration.active) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      else if (worker.state === "redundant") reject(new Error("The gateway's worker could not be started."));
    });
  });
}
