// When the next frame is: with the page's next picture, or soon where it makes none.

/** In a hidden page no picture is made; work goes on all the same, this many milliseconds later. */
const WITHOUT_PICTURES = 200;

/** Calls `run` once in each frame that was asked for. */
export class Frames {
  readonly #run: () => void;
  #picture = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Asks for the next frame. */
  ask(): void {
    if (this.#timer !== undefined) return;
    this.#picture = requestAnimationFrame(() => this.#begin());
    this.#timer = setTimeout(() => this.#begin(), WITHOUT_PICTURES);
  }

  /** Asks for a frame at a time, as `Date.now()` counts; the last time holds. */
  askAt(time: number): void {
    clearTimeout(this.#alarm);
    if (time === Number.POSITIVE_INFINITY) return;
    // A longer one would fire at once; it only asks when the next one is.
    const wait = Math.min(Math.max(0, time - Date.now()), 2 ** 30);
    this.#alarm = setTimeout(() => this.ask(), wait);
  }

  /** No frame comes that was not asked for again. */
  stop(): void {
    cancelAnimationFrame(this.#picture);
    clearTimeout(this.#timer);
    clearTimeout(this.#alarm);
    this.#timer = undefined;
  }

  #begin(): void {
    cancelAnimationFrame(this.#picture);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
  }
}
