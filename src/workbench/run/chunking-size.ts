import { type SplitChunkerSpec, type ChunkerSpec, cutsBySegments, isPlainWhole } from '../../domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Cutter } from '../../domain/judging/chunkings';
import { groupBy } from '../../base/containers';
import { canonicalJson } from '../../base/hash';
import type { DocId, Span, Doc } from '../../base/types';
import { chunksOf, chunkerTokens, type StageCorpus, identityOf, tokensOf } from '../kernel/corpus';
import { type Ports, keptOr, requireCollection, withWorker } from '../kernel/ports';
import type { CollectionRecord } from '../../contract/storage';
import type { PassageLengths } from '../../contract/workers';
import { readKey } from '../../domain/dataset/corpus';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import { segmenterIdentity } from '../../domain/text/segments';
import { stageKey } from './stage-context';

export async function cutterOf(
  ports: Ports,
  collection: string,
  { systems, aggregate }: Pick<ExperimentSpec, 'systems' | 'aggregate'>,
  signal: AbortSignal,
): Promise<Cutter> {
  const known = new Map<string, ReadonlyMap<DocId, readonly Span[]>>();
  for (const { chunker } of aggregate ? [] : systems) {
    if (!chunker || chunker.kind === 'whole' || chunker.kind === 'tokens' || known.has(keyOf(chunker))) continue;
    const places = (await chunksOf(ports, collection, chunker, signal)).map(({ place }) => place);
    known.set(
      keyOf(chunker),
      groupBy(places, ({ doc }) => doc),
    );
  }
  return (doc, spec) => {
    const byDoc = known.get(keyOf(spec));
    return byDoc ? (byDoc.get(doc.id) ?? []) : null;
  };
}

const keyOf = (chunker: SplitChunkerSpec): string => canonicalJson({ ...chunker, late: undefined });

export interface ChunkingSize extends StageCorpus {
  readonly passages: number;
  readonly characters: number;
}

const chunkerInputs = (chunker: ChunkerSpec) => ({
  chunker,
  // Keys without it stand for chunks that were trimmed of JavaScript's white space.
  ...(chunker.kind === 'recursive' ? { whiteSpace: 'python' } : {}),
  ...(cutsBySegments(chunker) ? { segmenter: segmenterIdentity() } : {}),
});

export async function chunkingOf(
  ports: Ports,
  collection: CollectionRecord,
  chunker: ChunkerSpec | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<ChunkingSize> {
  const identity = identityOf(collection);
  const { docs, characters } = collection.counts;
  if (!chunker || isPlainWhole(chunker)) return { ...identity, passages: docs, characters };
  const { late, ...plain } = { late: undefined, ...chunker };
  const libraries = chunker.kind === 'tokens' ? 'models' : 'own';
  const inputs = { ...chunkerInputs(plain), corpus: readKey(identity, ['']) };
  const key = stageKey(ports.versions, libraries, 'chunking', ['chunking'], inputs);
  const chunking = await keptOr(ports, collection.id, key, async (): Promise<ChunkingSize> => {
    const count = await chunkerTokens(ports, plain, signal);
    const input = { collection: collection.id, chunker: plain };
    return withWorker(ports.documents(), signal, (worker) => worker.chunking(input, count));
  });
  return late ? { ...chunking, late } : chunking;
}

export type Reader = Pick<DenseSpec, 'model' | 'revision' | 'maxTokens' | 'passagePrefix'>;

const SPECIAL_TOKENS = 2;

/** @throws {HitrateError} `model-unavailable` where the tokenizer of the model cannot be loaded */
export async function passageLengths(
  ports: Ports,
  id: string,
  chunker: ChunkerSpec,
  reader: Reader,
  signal: AbortSignal,
): Promise<PassageLengths> {
  const { model, revision, maxTokens, passagePrefix } = reader;
  const collection = await requireCollection(ports, id);
  const corpus = readKey(identityOf(collection), ['']);
  const inputs = { ...chunkerInputs(chunker), corpus, model, revision, maxTokens, passagePrefix };
  const key = stageKey(ports.versions, 'models', 'passage-lengths', ['chunking'], inputs);
  return keptOr(ports, id, key, async () => {
    const late = chunker.kind !== 'whole' && chunker.late === true;
    const room = late ? null : maxTokens - SPECIAL_TOKENS;
    const count = await chunkerTokens(ports, chunker, signal);
    const countText = room === null ? count : await tokensOf(ports, reader, signal);
    const input = { collection: id, chunker, prefix: passagePrefix, room };
    return withWorker(ports.documents(), signal, (worker) => worker.lengths(input, count, countText));
  });
}

export async function chunkOne(ports: Ports, doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]> {
  if (chunker.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  const count = await chunkerTokens(ports, chunker, new AbortController().signal);
  return withWorker(ports.documents(), undefined, (worker) => worker.spans({ doc, chunker }, count));
}
