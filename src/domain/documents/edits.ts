import { firstWhere } from '../../base/containers';
import type { Span } from '../../base/types';

export interface Edit extends Span {
  readonly text: string;
}

/** A text after edits, with the way between the offsets of both, for places in it (pages, judged spans). */
export class Edited {
  readonly text: string;
  /** Where the text of each edit begins in the result. */
  private readonly begins: Int32Array;

  /** @param edits in the order of the text, none overlapping another */
  constructor(
    readonly source: string,
    readonly edits: readonly Edit[],
  ) {
    this.begins = new Int32Array(edits.length);
    const parts: string[] = [];
    let [kept, length] = [0, 0];
    edits.forEach((edit, i) => {
      length += edit.start - kept;
      this.begins[i] = length;
      parts.push(source.slice(kept, edit.start), edit.text);
      length += edit.text.length;
      kept = edit.end;
    });
    this.text = edits.length === 0 ? source : parts.join('') + source.slice(kept);
  }

  /** Where a place of the source is in the result; the beginning of the edit's text where the place was edited. */
  forward(at: number): number {
    const i = firstWhere(this.edits.length, (edit) => this.edits[edit]!.start > at) - 1;
    if (i < 0) return at;
    const { end, text } = this.edits[i]!;
    return at < end ? this.begins[i]! : this.begins[i]! + text.length + at - end;
  }

  /** The part of the source that a span of the result comes from, with the whole of every edit that it touches. */
  backward({ start, end }: Span): Span {
    const from = this.sourceOf(start);
    return { start: from.start, end: end > start ? this.sourceOf(end - 1).end : from.start };
  }

  private sourceOf(at: number): Span {
    // Edits that leave nothing begin where the next text begins: of those the last counts, and the text is beyond it.
    const i = firstWhere(this.edits.length, (edit) => this.begins[edit]! > at) - 1;
    if (i < 0) return { start: at, end: at + 1 };
    const edit = this.edits[i]!;
    const beyond = at - this.begins[i]! - edit.text.length;
    return beyond < 0 ? edit : { start: edit.end + beyond, end: edit.end + beyond + 1 };
  }
}
