import type { FileVectorsSpec } from '../../../domain/retrieval/retriever-spec';
import { textKey } from '../../../domain/dataset/corpus';
import { openSuppliedFile } from './supplied-file';
import type { StageContext } from '../stage-context';
import { namedQueries, remarksOnVectors } from './file-vectors';
import type { OpenFilter } from './filter';
import { retrieve, type Retrieved } from './retrieve';

/**
 * Searches vectors from files in the place of a model's. A question without a vector finds nothing, which is told.
 *
 * @throws {HitrateError} `spec-invalid` where the vectors are no longer there
 */
export async function byFileVectors(
  environment: StageContext,
  spec: FileVectorsSpec,
  depth: number,
  filter: OpenFilter | null,
): Promise<Retrieved> {
  const { ports, collection, queries, remarks } = environment;
  const set = await openSuppliedFile(ports.storage, collection, 'vectors', spec);
  remarks.push(...remarksOnVectors(spec, set, queries, textKey));
  const named = namedQueries(queries);
  const texts = new Map(named.map(({ text }, i) => [text, queries[i]!.text]));
  const byName = filter && { ...filter, forQuestion: (name: string) => filter.forQuestion(texts.get(name) ?? name) };
  return retrieve({ ...environment, queries: named }, spec, depth, byName);
}
