import { groupBy } from '../../base/containers';
import type { Problem } from '../../base/problem';
import type { DocId, Metadata, QuestionOrigin } from '../../base/types';

/** A passage that is relevant to some question: the judged part of a document, or all of it. */
export interface RelevantPassage {
  readonly doc: DocId;
  readonly text: string;
  readonly metadata?: Metadata;
}

export interface SlicedQuestion {
  /** Empty where the question is not in the collection any more: it is in no slice by text. */
  readonly text: string;
  /** What came with the collection has no origin of its own. */
  readonly origin: QuestionOrigin | 'given';
  /** Positions in the passages. */
  readonly relevant: readonly number[];
  /** The user's own. */
  readonly tags: readonly string[];
}

/** The content words of a text, each once, as the collection's analyzer has them. */
export type ContentTerms = (text: string) => ReadonlySet<string>;

/** The ways of dividing questions, in the order in which they are shown. */
export const DIMENSION_KINDS = [
  ...['language', 'script', 'topic', 'shared-words', 'length', 'question-type', 'relevant-passages'],
  ...['origin', 'folder', 'document', 'metadata', 'tag'],
] as const;
export type DimensionKind = (typeof DIMENSION_KINDS)[number];

/** What a question asks for, by its form. */
export type QuestionType = 'how-why' | 'fact' | 'yes-no' | 'keywords' | 'other';

/** What a slice is called, as a code with data. */
export interface SliceLabels {
  /** BCP 47. */
  language: { code: string };
  /** ISO 15924, the most frequent first. */
  script: { scripts: readonly string[] };
  topic: { terms: readonly string[] };
  /** Up to a third of the question's content words, or more. */
  'shared-words': { few: boolean };
  /** Up to so many words, or more; two Chinese or Japanese characters count as a word. */
  length: { long: boolean; words: number };
  'question-type': { type: QuestionType };
  'relevant-passages': { several: boolean };
  origin: { origin: SlicedQuestion['origin'] };
  /** Null where the relevant passages are in several. */
  folder: { folder: string | null };
  document: { doc: DocId | null };
  metadata: { value: string | null };
  tag: { tag: string };
  untagged: null;
  /** Slices of the dimension that are too small to be shown. */
  other: { slices: number };
}
export type SliceLabel = Problem<SliceLabels>;

export interface Slice {
  /** Unique in a result: `language:en`, `metadata:colour:red`. */
  readonly id: string;
  readonly label: SliceLabel;
  /** Positions, ascending. */
  readonly questions: readonly number[];
}

export interface Dimension {
  /** Its kind; of metadata with the field, `metadata:colour`. */
  readonly id: string;
  readonly kind: DimensionKind;
  /** Of metadata; null of other kinds. */
  readonly field: string | null;
  readonly slices: readonly Slice[];
}

/** A slice of fewer questions says nothing of a system. */
export const MIN_SLICE = 10;
/** More slices of one dimension could not be read. */
const MAX_SLICES = 8;

/** Where a question belongs in a dimension: a key that is unique there, and what it is called. */
export interface Membership {
  readonly key: string;
  readonly label: SliceLabel;
}

/**
 * A dimension in which each question belongs to one slice or to none (null). Slices of fewer than {@link MIN_SLICE}
 * questions, and those after the {@link MAX_SLICES} − 1 largest where there are more, are joined to one named `other`, which
 * is left out where it is too small itself.
 *
 * @param memberships by question
 * @param order keys of slices in the order in which they are shown; that of the questions for others
 * @returns null where fewer than two slices are left
 */
export function partition(
  kind: DimensionKind,
  memberships: readonly (Membership | null)[],
  { field = null, order = [] }: { readonly field?: string | null; readonly order?: readonly string[] } = {},
): Dimension | null {
  const placed = memberships.flatMap((membership, question) => (membership ? [{ ...membership, question }] : []));
  const groups = [...groupBy(placed, ({ key }) => key)].map(([key, members]) => ({
    key,
    label: members[0]!.label,
    questions: members.map(({ question }) => question),
  }));
  const large = groups.filter(({ questions }) => questions.length >= MIN_SLICE);
  const bySize = [...large].sort((a, b) => b.questions.length - a.questions.length);
  const shown = new Set(groups.length > MAX_SLICES ? bySize.slice(0, MAX_SLICES - 1) : large);
  const joined = groups.filter((group) => !shown.has(group));
  const other = joined.flatMap(({ questions }) => questions).sort((a, b) => a - b);
  const slices = groups.filter((group) => shown.has(group));
  slices.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  if (other.length >= MIN_SLICE)
    slices.push({ key: '\u0000other', label: { code: 'other', data: { slices: joined.length } }, questions: other });
  return dimensionOf(kind, slices, field);
}

/** @returns null for fewer than two slices, or one beside which there are too few questions */
export function dimensionOf(
  kind: DimensionKind,
  slices: readonly (Membership & Pick<Slice, 'questions'>)[],
  field: string | null = null,
): Dimension | null {
  if (slices.length < 2) return null;
  const id = field === null ? kind : `${kind}:${field}`;
  const named = slices.map(({ key, label, questions }) => ({
    id: `${id}:${key === '\u0000other' ? 'other' : key}`,
    label,
    questions,
  }));
  return { id, kind, field, slices: named };
}

/** Dimensions without those that divide the questions as one before them does: it would be tested twice. */
export function distinct(dimensions: readonly (Dimension | null)[]): Dimension[] {
  const seen = new Set<string>();
  return dimensions.flatMap((dimension) => {
    if (!dimension) return [];
    const key = dimension.slices
      .map(({ questions }) => questions.join())
      .sort()
      .join(';');
    if (seen.has(key)) return [];
    seen.add(key);
    return [dimension];
  });
}
