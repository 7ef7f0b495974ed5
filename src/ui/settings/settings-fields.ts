import { parseMeasures } from '../../domain/measures/parse';
import { measureDefinitions } from '../../domain/measures/registry';
import { messageOf } from '../shared/messages/message-of';

/** Numbers as typed. */
export interface NumberDraft {
  readonly depth: string;
  readonly relevance: string;
  readonly k1: string;
  readonly b: string;
  readonly delta: string;
  readonly lexicalWeight: string;
  readonly rrfConstant: string;
  readonly rrfLexicalWeight: string;
  readonly rrfDenseWeight: string;
  readonly candidates: string;
  /** Empty for what the reranker's card says. */
  readonly interpolation: string;
}

/** The parsed numbers; null is the default of the model. */
export type NumberValues = Readonly<Record<Exclude<keyof NumberDraft, 'interpolation'>, number>> & {
  readonly interpolation: number | null;
};

export const NUMBER_FIELDS = [
  'depth',
  'relevance',
  'k1',
  'b',
  'delta',
  'lexicalWeight',
  'rrfConstant',
  'rrfLexicalWeight',
  'rrfDenseWeight',
  'candidates',
  'interpolation',
] as const satisfies readonly (keyof NumberDraft)[];

/** Null where it is no number; its limits are those of the schema of experiments. */
export function readNumber(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** `1, 2 5;10` in any separators, as full-width commas of a Chinese keyboard. */
export function readKs(text: string): number[] | null {
  const parts = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  const ks = parts.map((part) => (/^[1-9][0-9]{0,5}$/.test(part) ? Number(part) : NaN));
  return ks.length === 0 || ks.some(Number.isNaN) ? null : [...new Set(ks)].sort((a, b) => a - b);
}

export const FAMILIES = measureDefinitions.filter(({ cutoff }) => cutoff !== 'none');
export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

type ReadMeasures =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The typed measures in canonical form; none is valid where families are chosen. */
export function readMeasures(measures: string, families: readonly string[]): ReadMeasures {
  if (measures.trim() === '')
    return families.length > 0
      ? { ok: true, texts: [] }
      : { ok: false, problems: ['Choose at least one measure, here or above.'] };
  const parsed = parseMeasures(measures);
  return parsed.ok
    ? { ok: true, texts: parsed.measures.map(({ text }) => text) }
    : { ok: false, problems: parsed.problems.map((each) => messageOf(each)) };
}
