import { CJK_WITHOUT_BLANKS as CJK } from '../../../domain/text/cjk';
import type { Heading } from '../../../domain/types';

const SOFT_HYPHEN = /\u00ad/g;
const SPACE = /[ \t\n\f\r]+/;
const ENDS_CJK = new RegExp(`${CJK}$`, 'u');
const BEGINS_CJK = new RegExp(`^${CJK}`, 'u');

/**
 * Builds the text of a page from its parts, as a browser lays it out: runs of white space are one blank, blocks stand on
 * lines of their own, and a line of the source that ends between two Chinese or Japanese characters makes no blank
 * (CSS Text 3, section 4.1.3).
 */
export class Flow {
  text = '';
  readonly headings: Heading[] = [];
  #breaks = 0;
  #blank: '' | ' ' | '\n' = '';
  /** Those that are open, with where they began; −1 before their first character. */
  readonly #open: { readonly level: number; start: number }[] = [];

  /** Text in which white space means nothing but where words end. */
  words(text: string): void {
    const parts = text.replace(SOFT_HYPHEN, '').split(/([ \t\n\f\r]+)/);
    for (const part of parts) {
      if (part === '') continue;
      if (SPACE.test(part)) this.#blank = this.#blank === '\n' || part.includes('\n') ? '\n' : ' ';
      else this.#visible(part);
    }
  }

  /** Text that is kept as it is. */
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

  /** Between two cells of a row. */
  nextCell(): void {
    if (this.#breaks > 0) this.#settle();
    this.text += '\t';
    this.#blank = '';
  }

  openHeading(level: number): void {
    this.#open.push({ level, start: -1 });
  }

  closeHeading(): void {
    const { level, start } = this.#open.pop()!;
    if (start >= 0) this.headings.push({ start, level, text: this.text.slice(start) });
  }

  get isInHeading(): boolean {
    return this.#open.length > 0;
  }

  #visible(part: string): void {
    if (this.#breaks > 0) this.#settle();
    else if (this.#blank !== '' && this.text !== '' && !/[\n\t]$/.test(this.text)) {
      const isJoined = this.#blank === '\n' && ENDS_CJK.test(this.text.slice(-2)) && BEGINS_CJK.test(part);
      if (!isJoined) this.text += ' ';
    }
    this.#blank = '';
    for (const heading of this.#open) if (heading.start < 0) heading.start = this.text.length;
    this.text += part;
  }

  #settle(): void {
    if (this.text !== '') {
      const there = /\n*$/.exec(this.text.slice(-2))![0].length;
      this.text += '\n'.repeat(Math.max(0, this.#breaks - there));
    }
    this.#breaks = 0;
    this.#blank = '';
  }
}
