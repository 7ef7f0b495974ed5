import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { NO_PARTS, type SystemSpec } from '../../domain/experiment/parts';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { FileVectorsSpec } from '../../domain/retrieval/retriever-spec';
import type { EngineOptions, EvaluationRequest } from '../../ui/command-line/command';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import type { PageServing } from '../../ui/command-line/serving';
import type { StreamedCollection } from './collection';
import type { GivenVectors } from './prepare';
import { engineProblems as words } from './texts';
import { VectorFile } from './vector-file';

/** The files of vectors that a command names; null where it names none. */
export async function openVectors(
  { passageVectors, questionVectors }: EngineOptions,
  at: (path: string) => string,
): Promise<GivenVectors | null> {
  if (passageVectors === null || questionVectors === null) return null;
  return { passages: await VectorFile.open(at(passageVectors)), questions: await VectorFile.open(at(questionVectors)) };
}

/** What the page would run, with the systems that read vectors from files beside it where a command names some. */
export async function experimentFor(
  request: EvaluationRequest,
  { languages }: StreamedCollection,
  vectors: GivenVectors | null,
  page: PageServing,
): Promise<ExperimentSpec> {
  const made = await page.experiment(request, languages);
  if (!made.ok) throw new CommandRefusal(made.problems);
  const spec = made.value;
  if (!vectors) {
    const lacking = spec.systems.find(({ retrievers }) => retrievers.some(({ kind }) => kind === 'file-vectors'));
    if (lacking) throw new CommandRefusal([words.noVectorFiles(lacking.id)]);
    return spec;
  }
  const retriever = await fileRetriever(vectors);
  if (request.experiment === undefined) return { ...spec, systems: withFileVectors(spec.systems, retriever) };
  return { ...spec, systems: spec.systems.map((system) => fromFile(system, retriever)) };
}

/** Of the files as they are: other vectors are another index. */
async function fileRetriever({ passages, questions }: GivenVectors): Promise<FileVectorsSpec> {
  const hash = createHash('sha256');
  for (const { path } of [passages, questions])
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const search = { kind: 'nearest', metric: 'cosine' } as const;
  return { kind: 'file-vectors', name: basename(passages.path), hash: hash.digest('hex'), search };
}

/** Alone, and fused by reciprocal rank with words where those are compared. */
function withFileVectors(systems: readonly SystemSpec[], retriever: FileVectorsSpec): SystemSpec[] {
  const alone = { id: 'file-vectors', retrievers: [retriever], ...NO_PARTS };
  const bm25 = systems.find(({ id }) => id === 'bm25');
  if (!bm25) return [...systems, alone];
  const fusion: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
  const both = { id: 'file-vectors-rrf', retrievers: [...bm25.retrievers, retriever], ...NO_PARTS, fusion };
  return [...systems, alone, both];
}

/** What the experiment's file names of vectors is read from the files of the command. */
const fromFile = (system: SystemSpec, { name, hash }: FileVectorsSpec): SystemSpec => ({
  ...system,
  retrievers: system.retrievers.map((each) => (each.kind === 'file-vectors' ? { ...each, name, hash } : each)),
});

export function checkRows({ path, rows }: VectorFile, expected: number, of: 'questions' | 'passages'): void {
  if (rows !== expected) throw new CommandRefusal([words.vectorRows(path, rows, expected, of)]);
}
