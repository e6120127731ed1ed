// When something was, as short as it is clear: the day unless it is today, the year unless it is this one.

const TIME = { hour: "2-digit", minute: "2-digit" } as const;
const DAY = { ...TIME, day: "numeric", month: "short" } as const;

/** The time of `date` in the reader's language and time zone, as seen at `now`. */
export function timeText(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return date.toLocaleTimeString(undefined, TIME);
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString(undefined, sameYear ? DAY : { ...DAY, year: "numeric" });
}
