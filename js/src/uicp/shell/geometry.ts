// Where windows may be. Numbers only, so that every rule can be tried without a page.

import type { Box } from "./types.js";

/** The size of the workspace in CSS pixels; infinite as long as it has none. */
export interface Area {
  width: number;
  height: number;
}

/** An edge or a corner, by the points of the compass. */
export type Edge = "n" | "e" | "s" | "w" | "ne" | "nw" | "se" | "sw";

/** The least width and height of a window. */
export const LEAST = 120;

/** The box as it can be shown: whole within the area, as far as the least size has place there. */
export function confine(box: Box, area: Area): Box {
  const width = clamp(box.width, LEAST, area.width);
  const height = clamp(box.height, LEAST, area.height);
  return { x: clamp(box.x, 0, area.width - width), y: clamp(box.y, 0, area.height - height), width, height };
}

/** The box with one edge or corner moved; the opposite one stays where it is. */
export function stretch(box: Box, edge: Edge, dx: number, dy: number, area: Area): Box {
  const [x, width] = stretchLine(box.x, box.width, edge.includes("w"), edge.includes("e"), dx, area.width);
  const [y, height] = stretchLine(box.y, box.height, edge.includes("n"), edge.includes("s"), dy, area.height);
  return { x, y, width, height };
}

function stretchLine(at: number, length: number, start: boolean, end: boolean, by: number, most: number) {
  if (end) return [at, clamp(length + by, LEAST, most - at)] as const;
  if (!start) return [at, length] as const;
  const moved = clamp(at + by, 0, at + length - LEAST);
  return [moved, at + length - moved] as const;
}

/** The lower bound holds where the two contradict each other. */
function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)));
}
