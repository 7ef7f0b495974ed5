import { canonicalJson } from '../../base/hash';
import { valueOf } from '../../base/containers';
import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { readsText } from '../../domain/measures/parse';
import type { Ports } from '../kernel/ports';
import { documentTruth, type GroundTruth, passageTruth } from '../../domain/scoring/ground-truth';

/** A result, with the questions and judgments of now. */
export interface Inspected {
  readonly ports: Ports;
  readonly result: ResultRecord;
  readonly questions: Questions;
}

export function rankedBy({ spec }: Pick<ResultRecord, 'spec'>, system: string): ChunkerSpec | null {
  const { chunker } = spec.systems.find(({ id }) => id === system) ?? {};
  return chunker && chunker.kind !== 'whole' && !spec.aggregate ? chunker : null;
}

export async function truthOf(ports: Ports, result: ResultRecord, system: string): Promise<GroundTruth> {
  const questions = await ports.storage.questions.get(result.collection);
  return truthOfPassages(ports, result.collection, questions, rankedBy(result, system), result.spec);
}

export async function truthOfPassages(
  ports: Ports,
  collection: string,
  questions: Questions,
  chunker: ChunkerSpec | null,
  { relevance, measures }: Pick<ResultRecord['spec'], 'relevance' | 'measures'>,
): Promise<GroundTruth> {
  if (!chunker || chunker.kind === 'whole')
    return documentTruth(measures.some(readsText) ? await ports.storage.collections.docs(collection) : [], questions);
  // The page shows a verdict before it needs to cut anything.
  const { chunksOf } = await import('../kernel/corpus');
  const [docs, chunks] = await Promise.all([
    ports.storage.collections.docs(collection),
    chunksOf(ports, collection, chunker, new AbortController().signal),
  ]);
  return passageTruth(docs, chunks, questions, relevance);
}

/** By system; those whose documents were cut alike share one. */
export function truthsOfSystems({ ports, questions, result }: Inspected): Promise<GroundTruth[]> {
  const known = new Map<string, Promise<GroundTruth>>();
  const chunkers = result.systems.map(({ id }) => rankedBy(result, id));
  const truth = (chunker: ChunkerSpec | null): Promise<GroundTruth> =>
    truthOfPassages(ports, result.collection, questions, chunker, result.spec);
  return Promise.all(chunkers.map((chunker) => valueOf(known, canonicalJson(chunker), () => truth(chunker))));
}
