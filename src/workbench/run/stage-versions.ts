import { STAGE_IDS, type StageId } from '../../contract/result';
import type { DenseSpec, RetrieverSpec, SearchSpec } from '../../domain/retrieval/retriever-spec';

/** What is computed beside the stages of a run. */
const BESIDE = [
  'chunking',
  'late-vectors',
  'filter',
  'boost',
  'term-counts',
  'generated-text',
  'added-vectors',
] as const;

/** What is computed in a way of its own. */
export type VersionedStage = StageId | (typeof BESIDE)[number];

/**
 * How often the way in which a stage computes has changed, from 0. Raising one means that what it computed is not found
 * any more, nor what is built on that; everything else that is cached stays.
 */
export const STAGE_REVISIONS = {
  ...Object.fromEntries([...STAGE_IDS, ...BESIDE].map((stage) => [stage, 0])),
  // Those that were raised.
  /** 1: a text of a model that was added is read with others as long alone, so that its vector does not depend on them. */
  'added-vectors': 1,
} as Readonly<Record<VersionedStage, number>>;

/** The version that all stages shared before each had its own: what was cached then is found. */
const SHARED_VERSION = 3;

/** What a key has of the stages that compute something together: the same as ever, until one of them is raised. */
export function versionOf(stages: readonly VersionedStage[]) {
  const raised = [...new Set(stages)].filter((stage) => STAGE_REVISIONS[stage] > 0);
  const revisions = Object.fromEntries(raised.map((stage) => [stage, STAGE_REVISIONS[stage]]));
  return { version: SHARED_VERSION, ...(raised.length > 0 ? { revisions } : {}) };
}

/** What computes vectors of texts. @param pooling of a model that was added */
export const vectorStages = <Stage extends VersionedStage>(stage: Stage, { pooling }: Pick<DenseSpec, 'pooling'>) =>
  pooling === undefined ? [stage] : [stage, 'added-vectors' as const];

type Stages = readonly VersionedStage[];

const WORDS: Stages = ['lexical-index', 'lexical-search'];

/**
 * The stages that compute the list of each kind of retriever: a kind without an entry does not compile, since its cache
 * keys would lack a version. A list from a file is computed nowhere.
 */
const RETRIEVER_STAGES: {
  readonly [Kind in RetrieverSpec['kind']]: (spec: Extract<RetrieverSpec, { kind: Kind }>, late: boolean) => Stages;
} = {
  minisearch: () => WORDS,
  lexical: () => WORDS,
  'term-graph': () => WORDS,
  dense: (spec, late) => [
    ...(late ? (['late-vectors'] as const) : vectorStages('passage-vectors', spec)),
    ...vectorStages('question-vectors', spec),
    'dense-search',
  ],
  'file-vectors': () => ['dense-search'],
  run: () => [],
  rewritten: ({ retriever }, late) => searchStages(retriever, late),
};

/** @param late whether vectors of passages are pooled from those of documents */
export function searchStages(spec: SearchSpec | RetrieverSpec, late = false): Stages {
  // The compiler cannot see that the entry and the spec have the same kind.
  const stages = RETRIEVER_STAGES[spec.kind] as (spec: SearchSpec | RetrieverSpec, late: boolean) => Stages;
  return stages(spec, late);
}
