import type { ResultRecord } from '../../contract/result';
import type { Ports } from '../kernel/ports';
import { packedLists, packedListsOf, type PackedLists } from '../run/rankings';
import type { Questions } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { readsText } from '../../domain/measures/parse';
import { chunksOf } from '../kernel/corpus';
import { documentTruth, type GroundTruth, passageTruth } from '../run/ground-truth';

export interface KnownLists extends PackedLists {
  readonly cutAt: number | null;
}

export async function knownLists(ports: Ports, result: ResultRecord, system: string): Promise<KnownLists> {
  const whole = await packedListsOf(ports, result, system);
  if (whole) return { of: (query) => whole.of(query), cutAt: null };
  const { top, depth } = result.systems.find(({ id }) => id === system)!;
  const lengths = Array.from(top.offsets.subarray(1), (end, i) => end - top.offsets[i]!);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const first = packedLists(result.queries, { docs: result.docs, rankings: top });
  return { of: (query) => first.of(query), cutAt: longest < depth ? longest : null };
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
  const [docs, chunks] = await Promise.all([
    ports.storage.collections.docs(collection),
    chunksOf(ports, collection, chunker, new AbortController().signal),
  ]);
  return passageTruth(docs, chunks, questions, relevance);
}
