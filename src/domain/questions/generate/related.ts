import { valueOf } from '../../../base/containers';
import type { Doc, Place } from '../../../base/types';
import type { QuestionLanguage } from '../candidate';
import { contentTerms } from '../content-words';
import { readable, proseSentences } from '../sentences';
import { blocksOf } from '../passages';
import { type Name, namesIn } from './names';
import { inSentence } from './source';

/** A passage that is asked about: some paragraphs of a document. */
export interface SourcePassage {
  readonly place: Place;
  readonly language: QuestionLanguage;
  /** Each once, in the order of the text. */
  readonly names: readonly Name[];
  /** Of the passage and the title of its document. */
  readonly terms: ReadonlySet<string>;
}

/** Passages like one, whose names are taken for related. */
const NEIGHBOURS = 5;
/** Terms in more than this share of passages say nothing about likeness. */
const COMMON = 0.2;

/**
 * The passages of a collection by what they share: which hold a name, which are alike, and which names are said of like
 * passages alone. From the collection, no word list: what stands in passages alike is related to them (the local analysis of
 * Xu and Croft, “Query expansion using local and global document analysis”, SIGIR 1996).
 */
export class RelatedPassages {
  readonly passages: readonly SourcePassage[];
  readonly #holders = new Map<string, number[]>();

  constructor(docs: readonly Doc[], languageOf: (doc: Doc) => QuestionLanguage | null) {
    this.passages = docs.flatMap((doc) => {
      const language = languageOf(doc);
      return language ? blocksOf(doc).map((span) => passageOf(doc, { doc: doc.id, ...span }, language)) : [];
    });
    for (const [i, { terms }] of this.passages.entries())
      for (const term of terms) valueOf(this.#holders, term, () => []).push(i);
  }

  /** Positions of the passages that hold every term of a text, ascending; none for a text without terms. */
  holding(text: string): number[] {
    const [first, ...others] = [...contentTerms(text)]
      .map((term) => this.#holders.get(term) ?? [])
      .sort((a, b) => a.length - b.length);
    return (first ?? []).filter((i) => others.every((own) => own.includes(i)));
  }

  /** ln(N / n) of the passages that hold every term of a text; 0 for what none or all hold. */
  rarity(text: string): number {
    const held = this.holding(text).length;
    return held === 0 ? 0 : Math.log(this.passages.length / held);
  }

  /** The passages most like one by the idf of shared terms, best first. */
  like(position: number): { readonly passage: SourcePassage; readonly similarity: number }[] {
    const sums = new Map<number, number>();
    const { terms, language } = this.passages[position]!;
    for (const term of terms) {
      const holders = this.#holders.get(term)!;
      if (holders.length > Math.max(2, COMMON * this.passages.length)) continue;
      const idf = Math.log(this.passages.length / holders.length);
      for (const i of holders) if (i !== position) sums.set(i, (sums.get(i) ?? 0) + idf * idf);
    }
    return [...sums]
      .map(([i, sum]) => ({ passage: this.passages[i]!, similarity: sum / Math.sqrt(this.passages[i]!.terms.size) }))
      .filter(({ passage }) => passage.language === language)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, NEIGHBOURS);
  }

  /** Names of passages alike of which no term stands in this one, the most closely related first. */
  relatedTo(position: number): Name[] {
    const { terms } = this.passages[position]!;
    const values = new Map<string, { name: Name; value: number }>();
    for (const { passage, similarity } of this.like(position))
      for (const name of passage.names) {
        const own = contentTerms(name.key);
        if (own.size === 0 || [...own].some((term) => terms.has(term))) continue;
        const known = valueOf(values, name.key, () => ({ name, value: 0 }));
        known.value += similarity;
      }
    return [...values.values()].sort((a, b) => b.value - a.value).map(({ name }) => name);
  }
}

function passageOf(doc: Doc, place: Place, language: QuestionLanguage): SourcePassage {
  const text = doc.text.slice(place.start, place.end);
  const names = new Map<string, Name>();
  for (const { text: sentence, isWhole } of proseSentences(text)) {
    if (!isWhole) continue;
    for (const name of namesIn(sentence, language))
      if (!names.has(name.key)) names.set(name.key, { ...name, written: inSentence(name.written, doc) });
  }
  return { place, language, names: [...names.values()], terms: contentTerms(`${doc.title}\n${readable(text)}`) };
}
