import { BEGINS_CJK, ENDS_CJK } from '../../../domain/text/cjk';
import type { Heading } from '../../../base/types';

const SOFT_HYPHEN = /\u00ad/g;
const SPACE = /[ \t\n\f\r]+/;

/**
 * The text of a page as a browser lays it out: white space collapses to one blank, blocks stand on lines of their own,
 * and a source line break between two Chinese or Japanese characters makes no blank (CSS Text 3, section 4.1.3).
 */
export class Flow {
  /** Joined once: a long text that is looked at after each of its parts is copied each time. */
  readonly #parts: string[] = [];
  #length = 0;
  /** The last two units. */
  #tail = '';
  readonly #headings: { readonly start: number; readonly end: number; readonly level: number }[] = [];
  #breaks = 0;
  #blank: '' | ' ' | '\n' = '';
  /** Those that are open, with where they began; −1 before their first character. */
  readonly #open: { readonly level: number; start: number }[] = [];

  get text(): string {
    return this.#parts.join('');
  }

  get headings(): Heading[] {
    const text = this.text;
    return this.#headings.map(({ start, end, level }) => ({ start, level, text: text.slice(start, end) }));
  }

  /** Text in which white space means nothing but where words end. */
  words(text: string): void {
    const parts = text.replace(SOFT_HYPHEN, '').split(/([ \t\n\f\r]+)/);
    for (const part of parts) {
      if (part === '') continue;
      if (SPACE.test(part)) this.#blank = this.#blank === '\n' || part.includes('\n') ? '\n' : ' ';
      else this.#visible(part);
    }
  }

  verbatim(text: string): void {
    if (text !== '') this.#visible(text);
  }

  /** What comes next begins a line (1), or a paragraph after an empty one (2). */
  block(breaks: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, breaks);
    this.#blank = '';
  }

  blank(): void {
    if (this.#blank === '') this.#blank = ' ';
  }

  lineBreak(): void {
    this.#breaks = Math.min(2, this.#breaks + 1);
    this.#blank = '';
  }

  nextCell(): void {
    if (this.#breaks > 0) this.#settle();
    this.#append('\t');
    this.#blank = '';
  }

  openHeading(level: number): void {
    this.#open.push({ level, start: -1 });
  }

  closeHeading(): void {
    const { level, start } = this.#open.pop()!;
    if (start >= 0) this.#headings.push({ start, level, end: this.#length });
  }

  get isInHeading(): boolean {
    return this.#open.length > 0;
  }

  #visible(part: string): void {
    if (this.#breaks > 0) this.#settle();
    else if (this.#blank !== '' && this.#length > 0 && !/[\n\t]$/.test(this.#tail)) {
      const isJoined = this.#blank === '\n' && ENDS_CJK.test(this.#tail) && BEGINS_CJK.test(part);
      if (!isJoined) this.#append(' ');
    }
    this.#blank = '';
    for (const heading of this.#open) if (heading.start < 0) heading.start = this.#length;
    this.#append(part);
  }

  #append(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#tail = part.length > 1 ? part.slice(-2) : (this.#tail + part).slice(-2);
  }

  #settle(): void {
    if (this.#length > 0) {
      const there = /\n*$/.exec(this.#tail)![0].length;
      this.#append('\n'.repeat(Math.max(0, this.#breaks - there)));
    }
    this.#breaks = 0;
    this.#blank = '';
  }
}
