import { firstWhere } from '../../base/containers';
import type { Doc, Span } from '../../base/types';
import type { SplitChunkerSpec } from './chunker-spec';
import { HeadingPaths } from './headings';
import type { PassageContext } from './places';
import { sentencesOf } from './sentences';

/** Of the sentence before a passage, in code points: text without sentence ends would be put before each passage whole. */
const MAX_SENTENCE = 300;

/**
 * What a chunking puts before the passages of one document to index them, by rules; nothing where a file has contexts.
 *
 * @throws {Error} where the context is a sentence and the browser has no `Intl.Segmenter`
 */
export class PassageContexts {
  private readonly paths: HeadingPaths;
  private readonly sentences: readonly Span[];

  constructor(
    private readonly doc: Doc,
    private readonly spec: Pick<SplitChunkerSpec, 'context'>,
  ) {
    this.paths = new HeadingPaths(doc);
    this.sentences = spec.context === 'sentence' ? sentencesOf(doc.text) : [];
  }

  /** @param start where the passage begins in the text */
  at(start: number): PassageContext {
    return { title: this.title(start), context: this.sentenceBefore(start) };
  }

  /** A document is often named by its first heading. */
  private title(start: number): string {
    const { context } = this.spec;
    if (context === 'none' || typeof context === 'object') return '';
    const before = [this.doc.title, ...(context === 'title' ? [] : this.paths.at(start))];
    return before.filter((part, i) => part !== '' && part !== before[i - 1]).join(' › ');
  }

  /** The sentence before a passage, or the beginning of the one that the passage begins within. */
  private sentenceBefore(start: number): string {
    const behind = firstWhere(this.sentences.length, (i) => this.sentences[i]!.start >= start);
    const last = this.sentences[behind - 1];
    if (!last) return '';
    const sentence = this.doc.text.slice(last.start, Math.min(last.end, start)).trim();
    return [...sentence].slice(-MAX_SENTENCE).join('');
  }
}
