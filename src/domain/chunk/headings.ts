import type { Doc, Heading, Span } from '../../base/types';
import { codePoints } from './spans';
import { recursive, SEPARATIONS } from './recursive';
import { firstWhere } from '../../base/containers';

/**
 * The text from each heading to the next one of a level that begins a chunk, the heading included, and the text before
 * the first. A section that is longer than `size` code points is cut recursively, without overlap.
 */
export function byHeadings(doc: Doc, { level, size }: { level: number; size: number }): Span[] {
  return sectionsOf(doc, level).flatMap((section) =>
    codePoints(doc.text, section) <= size
      ? [section]
      : recursive(doc.text, section, { size, overlap: 0 }, SEPARATIONS.cjk),
  );
}

/**
 * Sections of a document, whatever their length: those of LangChain's `MarkdownHeaderTextSplitter` with its headings kept,
 * as they stand in the text. A heading with no text of its own is joined to the deeper one under it.
 */
export function sectionsOf({ text, outline }: Pick<Doc, 'text' | 'outline'>, level: number): Span[] {
  const sections: Span[] = [];
  let start = 0;
  let above: Heading | null = null;
  for (const heading of outline?.headings ?? []) {
    if (heading.level > level) continue;
    const joins = above !== null && above.level < heading.level && isBare(text.slice(above.start, heading.start));
    if (!joins && heading.start > start) {
      sections.push({ start, end: heading.start });
      start = heading.start;
    }
    above = heading;
  }
  return [...sections, { start, end: text.length }];
}

/** Whether there is no word after the first line of a section. A line of `---` under a heading belongs to the heading. */
const isBare = (section: string): boolean => !/[\p{L}\p{N}]/u.test(section.replace(/^[^\n]*/u, ''));

/** The headings that places of a document stand under, for many places of one document. */
export class HeadingPaths {
  private readonly headings: readonly Heading[];
  /** Position of the heading that each one stands under; -1 where it stands under none. */
  private readonly above: Int32Array;

  constructor({ outline }: Pick<Doc, 'outline'>) {
    this.headings = outline?.headings ?? [];
    this.above = new Int32Array(this.headings.length);
    this.headings.forEach(({ level }, i) => {
      let above = i - 1;
      while (above >= 0 && this.headings[above]!.level >= level) above = this.above[above]!;
      this.above[i] = above;
    });
  }

  at(place: number): string[] {
    const behind = firstWhere(this.headings.length, (i) => this.headings[i]!.start > place);
    const path: string[] = [];
    for (let i = behind - 1; i >= 0; i = this.above[i]!) path.push(this.headings[i]!.text);
    return path.reverse();
  }
}
