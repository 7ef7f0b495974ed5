import { canonicalJson } from '../../base/hash';
import type { Problem } from '../../base/problem';
import { chunkerName } from '../chunk/chunker-spec';
import type { ExperimentSpec, SystemSpec } from '../experiment/experiment';
import { parseMeasure } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import type { Judgment, QueryId, Requirement } from '../../base/types';
import { append, groupBy } from '../../base/containers';

export type RunSide = 'before' | 'after';

export interface IncomparableData {
  'runs-share-no-question': { before: number; after: number; edited: number; rejudged: number };
  'runs-share-no-system': { before: readonly string[]; after: readonly string[] };
  'run-lacks-system': { run: RunSide; system: string };
  'run-lacks-measure': { run: RunSide; measure: string };
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

/** Systems of both runs: of one name and chunking, as `bm25` and `bm25 · recursive 1000/100`, or else of one id. */
export function sharedSystems(before: readonly SystemSpec[], after: readonly SystemSpec[]): RunSystems[] {
  const keyOf = (system: SystemSpec): string => canonicalJson([idWithoutChunking(system), system.chunker ?? null]);
  const alike = new Map(before.map((system) => [keyOf(system), system.id]));
  const taken = new Set(after.map((system) => alike.get(keyOf(system))));
  const left = new Set(before.map(({ id }) => id).filter((id) => !taken.has(id)));
  return after.flatMap((system) => {
    const former = alike.get(keyOf(system)) ?? (left.has(system.id) ? system.id : undefined);
    return former === undefined ? [] : [{ before: former, after: system.id }];
  });
}

/** Where systems are run with several chunkings, the name of each ends with its own. */
export function idWithoutChunking({ id, chunker }: SystemSpec): string {
  const suffix = ` · ${chunkerName(chunker ?? { kind: 'whole' })}`;
  return id.endsWith(suffix) ? id.slice(0, -suffix.length) : id;
}

/** Systems that rank other passages in one run than in the other; null for none. Those of documents are comparable. */
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

export interface RunQuestions {
  readonly queries: readonly QueryId[];
  readonly texts: readonly (string | null)[];
  readonly judged: readonly (string | null)[];
}

export type SharedQuestions = ReturnType<typeof sharedQuestions>;

/** Same id and text, judged alike. @param idsSuffice whether an id is enough where a text is not known */
export function sharedQuestions(before: RunQuestions, after: RunQuestions, idsSuffice = true) {
  const positions = new Map(after.queries.map((query, i) => [query, i]));
  const known = new Set(before.queries);
  const pairs = before.queries.flatMap((query, i) => {
    const at = positions.get(query);
    return at === undefined ? [] : [{ query, i, at }];
  });
  const isEdited = ({ i, at }: (typeof pairs)[number]) => differ(before.texts[i]!, after.texts[at]!, idsSuffice);
  const isRejudged = ({ i, at }: (typeof pairs)[number]): boolean => differ(before.judged[i]!, after.judged[at]!);
  const edited = pairs.filter(isEdited);
  const rejudged = pairs.filter((pair) => !isEdited(pair) && isRejudged(pair));
  const shared = pairs.filter((pair) => !isEdited(pair) && !isRejudged(pair));
  const isUnknown = ({ i, at }: (typeof pairs)[number]): boolean =>
    [before.texts[i], after.texts[at], before.judged[i], after.judged[at]].includes(null);
  return {
    queries: shared.map(({ query }) => query),
    before: shared.map(({ i }) => i),
    after: shared.map(({ at }) => at),
    removed: before.queries.filter((query) => !positions.has(query)),
    added: after.queries.filter((query) => !known.has(query)),
    edited: edited.map(({ query }) => query),
    rejudged: rejudged.map(({ query }) => query),
    /** Shared questions of which a run does not know text or judgments: taken to be the same. */
    unknown: shared.filter(isUnknown).length,
  };
}

const differ = (a: string | null, b: string | null, unknownIsSame = true): boolean =>
  a === null || b === null ? !unknownIsSame : a !== b;

export interface JudgedQuestions {
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

export function judgmentChanges(before: JudgedQuestions, after: JudgedQuestions) {
  const [former, now] = [byPlace(before.judgments), byPlace(after.judgments)];
  const [judgedBefore, judgedAfter] = [judgedKeys(before), judgedKeys(after)];
  return {
    added: [...now].flatMap(([place, judgment]) => (former.has(place) ? [] : [judgment])),
    removed: [...former].flatMap(([place, judgment]) => (now.has(place) ? [] : [judgment])),
    changed: [...now].flatMap(([place, judgment]) => {
      const known = former.get(place);
      return known && known.grade !== judgment.grade ? [{ judgment, before: known.grade }] : [];
    }),
    questions: [...new Set([...judgedBefore.keys(), ...judgedAfter.keys()])].filter(
      (query) => judgedBefore.get(query) !== judgedAfter.get(query),
    ),
  };
}

export function judgedKeys({ judgments, requirements = [] }: JudgedQuestions): ReadonlyMap<QueryId, string> {
  const lines = new Map<QueryId, string[]>();
  for (const [query, own] of groupBy(judgments, (judgment) => judgment.query))
    for (const [place, { grade }] of byPlace(own)) append(lines, query, `${place} ${grade}`);
  for (const { query, needs } of requirements)
    for (const need of needs) append(lines, query, canonicalJson({ docs: need.docs, places: need.places }));
  return new Map([...lines].map(([query, own]) => [query, own.sort().join('\n')]));
}

function byPlace(judgments: readonly Judgment[]): Map<string, Judgment> {
  const places = new Map<string, Judgment>();
  for (const judgment of judgments) {
    const { query, doc, span, grade } = judgment;
    const place = JSON.stringify([query, doc, ...(span ? [span.start, span.end] : [])]);
    const known = places.get(place);
    if (!known || known.grade < grade) places.set(place, judgment);
  }
  return places;
}
