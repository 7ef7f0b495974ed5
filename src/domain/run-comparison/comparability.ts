import { canonicalJson } from '../../base/hash';
import type { Problem } from '../../base/problem';
import type { ExperimentSpec } from '../experiment/experiment';
import { parseMeasure } from '../measures/parse';
import { definitionOf } from '../measures/registry';

export type RunSide = 'before' | 'after';

/** Why two runs, or their systems, cannot be compared. */
export interface IncomparableData {
  /** They have no question in common of the same text, judged alike. */
  'runs-share-no-question': { before: number; after: number; edited: number; rejudged: number };
  'runs-share-no-system': { before: readonly string[]; after: readonly string[] };
  'run-lacks-system': { run: RunSide; system: string };
  'run-lacks-measure': { run: RunSide; measure: string };
  /** A count or a geometric mean, or neither more nor less of it is better. */
  'measure-not-paired': { measure: string };
  /** Systems rank passages of other chunkings, and what is judged, or compared, are passages. */
  'runs-chunked-otherwise': { systems: readonly string[] };
}

export type Incomparable = Problem<IncomparableData>;

export function isPaired(measure: string): boolean {
  const parsed = parseMeasure(measure);
  if (!parsed.ok) return false;
  const { aggregate, better } = definitionOf(parsed.measure);
  return aggregate === 'mean' && better !== null;
}

export interface RunSystems {
  readonly before: string;
  readonly after: string;
}

/** Systems that both runs have, by id, in the order of the second. */
export function sharedSystems(before: readonly string[], after: readonly string[]): RunSystems[] {
  return after.filter((id) => before.includes(id)).map((id) => ({ before: id, after: id }));
}

/**
 * Why pairs of systems cannot be compared by the passages that they rank; null where they can. Systems that rank documents
 * can be, and those of the same chunking.
 */
export function chunkedOtherwise(
  pairs: readonly RunSystems[],
  before: Pick<ExperimentSpec, 'systems' | 'aggregate'>,
  after: Pick<ExperimentSpec, 'systems' | 'aggregate'>,
): Incomparable | null {
  const systems = pairs
    .filter((pair) => rankedUnit(before, pair.before) !== rankedUnit(after, pair.after))
    .map((pair) => pair.after);
  return systems.length === 0 ? null : { code: 'runs-chunked-otherwise', data: { systems } };
}

function rankedUnit({ systems, aggregate }: Pick<ExperimentSpec, 'systems' | 'aggregate'>, id: string): string {
  const chunker = systems.find((system) => system.id === id)?.chunker;
  return !chunker || chunker.kind === 'whole' || aggregate ? 'documents' : canonicalJson(chunker);
}
