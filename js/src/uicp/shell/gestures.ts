// Pulling something with a pointer: followed while it is down, wherever it goes.

/** What follows the pointer; distances are from where it went down, in CSS pixels. */
export interface Gesture {
  move(dx: number, dy: number): void;
  /** The pointer was lifted; `moved` unless it never left its place. */
  end(moved: boolean): void;
  /** Something else took the pointer: all is as before. */
  cancel(): void;
}

/** Calls `begin` when a pointer goes down on `handle`, and what that returns until the pointer is lifted. */
export function onPull(handle: HTMLElement, begin: (target: EventTarget | null) => Gesture | undefined): void {
  handle.addEventListener("pointerdown", (down) => {
    const gesture = down.button === 0 && down.isPrimary ? begin(down.target) : undefined;
    if (gesture === undefined) return;
    capture(handle, down.pointerId);
    const listening = new AbortController();
    let moved = false;
    const listen = (
      type: "pointermove" | "pointerup" | "pointercancel" | "lostpointercapture",
      then: (event: PointerEvent) => void,
    ) =>
      handle.addEventListener(
        type,
        (event) => {
          if (event.pointerId === down.pointerId) then(event);
        },
        { signal: listening.signal },
      );
    const cancel = () => {
      listening.abort();
      gesture.cancel();
    };
    listen("pointermove", ({ clientX, clientY }) => {
      moved ||= clientX !== down.clientX || clientY !== down.clientY;
      gesture.move(clientX - down.clientX, clientY - down.clientY);
    });
    listen("pointerup", () => {
      listening.abort();
      gesture.end(moved);
    });
    listen("pointercancel", cancel);
    listen("lostpointercapture", cancel);
  });
}

function capture(handle: HTMLElement, pointerId: number): void {
  try {
    handle.setPointerCapture(pointerId);
  } catch {
    // A pointer that a script made up cannot be captured; its events come all the same.
  }
}
