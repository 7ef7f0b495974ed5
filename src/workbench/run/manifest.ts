import type { LoadedModel } from '../../contract/model-workers';
import type { SearchedPassages, StageCount } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { OngoingJudging } from '../../domain/evidence/counted';
import type { MergeSummary } from '../../domain/judging/judges-agreement';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { distinct } from '../../base/hash';
import { modelsOfSystem } from '../../domain/experiment/parts';
import type { Json } from '../../base/types';
import type { Corpus, StageCorpus } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';

export interface CutCorpus extends SearchedPassages {
  readonly hash: string;
}

export const cutCorpus = (chunker: ChunkerSpec | null, { texts, key }: Corpus): CutCorpus => ({
  chunker,
  passages: texts.length,
  characters: texts.reduce((sum, text) => sum + text.length, 0),
  hash: key,
});

interface ManifestInput {
  readonly collection: CollectionRecord;
  readonly corpus: StageCorpus;
  readonly chunkings: readonly CutCorpus[];
  readonly spec: ExperimentSpec;
  readonly createdAt: number;
  readonly counts: readonly StageCount[];
  readonly loaded: ReadonlyMap<string, LoadedModel>;
  readonly evaluated: number;
  readonly judging: OngoingJudging | null;
  readonly merged: MergeSummary | null;
  readonly questionsHash: string;
  readonly judgmentsHash: string;
}

export function manifestOf(ports: Ports, input: ManifestInput): Json {
  const { collection, corpus, spec, judging, merged, questionsHash, judgmentsHash } = input;
  const value = {
    versions: ports.versions,
    createdAt: new Date(input.createdAt).toISOString(),
    collection: {
      name: collection.name,
      format: collection.summary.format,
      split: collection.summary.split,
      corpusHash: corpus.key,
      ...(corpus.metadataKey === null ? {} : { metadataHash: corpus.metadataKey }),
      counts: collection.counts,
      questionsEvaluated: input.evaluated,
      questionsHash,
      judgmentsHash,
      ...(judging ? { judging: { ...judging } } : {}),
      ...(merged ? { merged } : {}),
    },
    experiment: spec,
    passages: input.chunkings,
    models: modelsOf(spec),
    devices: Object.fromEntries(input.loaded),
    crossOriginIsolated: ports.isolated,
    questionsWithoutResults: spec.missing === 'zero' ? 'counted as 0' : 'left out',
    ties: 'by document id, descending by bytes, as trec_eval',
    relevantFromGrade: spec.relevance,
    questionsWithoutJudgments: 'left out',
    stages: input.counts,
  };
  // A round trip drops the types that JSON has no need of.
  return JSON.parse(JSON.stringify(value)) as Json;
}

export const modelsOf = ({ systems }: ExperimentSpec): readonly { id: string; revision: string }[] =>
  distinct(systems.flatMap(modelsOfSystem).map(({ model, revision }) => ({ id: model, revision })));
