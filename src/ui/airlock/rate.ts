/** Seconds that a rate is measured over: long enough to be read, short enough to follow the line. */
const WINDOW_SECONDS = 5;

/** Bytes per second over the last seconds, from growing totals. */
export class Rate {
  #marks: { at: number; done: number }[] = [];

  /** @param at milliseconds @returns bytes per second; null in the first second */
  add(at: number, done: number): number | null {
    this.#marks.push({ at, done });
    while (this.#marks.length > 2 && at - this.#marks[1]!.at >= WINDOW_SECONDS * 1000) this.#marks.shift();
    const first = this.#marks[0]!;
    const seconds = (at - first.at) / 1000;
    // A file that starts over takes bytes back: that is no rate.
    if (done < first.done) {
      this.#marks = [{ at, done }];
      return null;
    }
    return seconds < 1 ? null : (done - first.done) / seconds;
  }
}
