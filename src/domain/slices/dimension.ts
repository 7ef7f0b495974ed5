import { groupBy } from '../../base/containers';
import type { Problem } from '../../base/problem';
import type { DocId, Metadata, QuestionOrigin } from '../../base/types';

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
  readonly relevant: readonly number[];
  readonly tags: readonly string[];
}

export type ContentTerms = (text: string) => ReadonlySet<string>;

export const DIMENSION_KINDS = [
  ...['language', 'script', 'topic', 'shared-words', 'length', 'question-type', 'relevant-passages'],
  ...['origin', 'folder', 'document', 'metadata', 'tag'],
] as const;
export type DimensionKind = (typeof DIMENSION_KINDS)[number];

export type QuestionType = 'how-why' | 'fact' | 'yes-no' | 'keywords' | 'other';

export interface SliceLabels {
  language: { code: string };
  script: { scripts: readonly string[] };
  topic: { terms: readonly string[] };
  /** Up to a third of the question's content words, or more. */
  'shared-words': { few: boolean };
  /** Up to so many words, or more; two Chinese or Japanese characters count as a word. */
  length: { long: boolean; words: number };
  'question-type': { type: QuestionType };
  'relevant-passages': { several: boolean };
  origin: { origin: SlicedQuestion['origin'] };
  folder: { folder: string | null };
  document: { doc: DocId | null };
  metadata: { value: string | null };
  tag: { tag: string };
  untagged: null;
  other: { slices: number };
}
export type SliceLabel = Problem<SliceLabels>;

export interface Slice {
  readonly id: string;
  readonly label: SliceLabel;
  readonly questions: readonly number[];
}

export interface Dimension {
  readonly id: string;
  readonly kind: DimensionKind;
  readonly field: string | null;
  readonly slices: readonly Slice[];
}

export const MIN_SLICE = 10;
const MAX_SLICES = 8;

export interface Membership {
  readonly key: string;
  readonly label: SliceLabel;
}

/**
 * Slices below {@link MIN_SLICE} and after the {@link MAX_SLICES} − 1 largest join `other`, left out where too small.
 * @param order of keys @returns null where fewer than two slices are left
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

/** Without those that divide the questions as one before them does: it would be tested twice. */
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
