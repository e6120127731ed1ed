const PATHS = {
  arrowLeft: "M13 8H3m0 0 4-4M3 8l4 4",
  arrowUp: "M8 13V3m0 0L4 7m4-4 4 4",
  arrowDown: "M8 3v10m0 0 4-4m-4 4L4 9",
  branch:
    "M5 5.5v5M5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm6-5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 0c0 2.5-2 3-6 3.6",
  check: "m3.5 8.5 3 3 6-7",
  chevron: "m6 4 4 4-4 4",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2m-7-5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z",
  cross: "m4.5 4.5 7 7m0-7-7 7",
  download: "M8 2.5v8m0 0 3-3m-3 3-3-3m-2.5 6h11",
  edit: "m9.5 4 2.5 2.5M3 13l.6-2.9 7-7a1 1 0 0 1 1.4 0l.9.9a1 1 0 0 1 0 1.4l-7 7L3 13Z",
  fields: "M3 4.5h10M3 8h10M3 11.5h6",
  file: "M4.5 1.75h4.75L12 4.5v9a.75.75 0 0 1-.75.75h-6.5A.75.75 0 0 1 4 13.5v-11c0-.4.2-.75.5-.75ZM9 2v3h3",
  keyboard: "M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M11.5 7h.01M5 9.25h6",
  moon: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z",
  person: "M8 7.75a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.75 5.5c.4-2.4 2.3-3.75 4.75-3.75s4.35 1.35 4.75 3.75",
  refresh: "M13 8a5 5 0 1 1-1.5-3.55M13 2.5v2.75h-2.75",
  result: "M3 3.5v4a1.5 1.5 0 0 0 1.5 1.5H13m0 0L10 6m3 3-3 3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.25-1.25L13.5 13.5",
  spark: "M8 2.25 9.4 6.6 13.75 8 9.4 9.4 8 13.75 6.6 9.4 2.25 8 6.6 6.6z",
  sun: "M8 10.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM8 1.5v1.25m0 10.5v1.25M1.5 8h1.25m10.5 0h1.25M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9",
  system: "M8 2 13 4.75v6.5L8 14l-5-2.75v-6.5zM8 7.5v6M3.25 4.9 8 7.5l4.75-2.6",
  tool: "m4.5 5 3 3-3 3M8.5 11.5h3.5",
  warning: "M8 6v3.25m0 2.1v.01M7.3 2.6 1.9 12.1a.8.8 0 0 0 .7 1.2h10.8a.8.8 0 0 0 .7-1.2L8.7 2.6a.8.8 0 0 0-1.4 0Z",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative sign, 16 units wide; what it means is said in words beside it or in its button's label. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
