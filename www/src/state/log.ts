/** What happened, in a line for people. */
export interface LogLine<Kind extends string> {
  number: number;
  kind: Kind;
  text: string;
  /** What there is to say beyond it: where, what came of it, what to do. */
  more?: string;
}
