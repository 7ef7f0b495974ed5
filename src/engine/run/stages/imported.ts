import { HitrateError } from '../../../contract/errors';
import { unpackRankings } from '../../../domain/run/packed';
import type { ImportedSpec } from '../../../domain/retrieval/retriever-spec';
import type { DocId } from '../../../base/types';
import type { StageContext } from '../stage-context';
import type { Retrieved } from './retrieve';

/** Lists of a run that was made elsewhere, whole, for the questions that are evaluated. */
export async function importedRun(environment: StageContext, spec: ImportedSpec): Promise<Retrieved> {
  const { ports, collection, queries, corpus } = environment;
  const [headers, run] = await Promise.all([
    ports.storage.runs.list(collection),
    ports.storage.runs.get(collection, spec.name),
  ]);
  const header = headers.find(({ system }) => system === spec.name);
  if (!run || header?.hash !== spec.hash) throw new HitrateError('system-run-changed', { name: spec.name });
  const unknown = corpus.ids.length === 0 ? 0 : run.docs.filter((id: DocId) => !corpus.positions.has(id)).length;
  if (unknown > 0) environment.unknownDocuments.set(spec.name, unknown);
  const lists = unpackRankings(run.rankings, run.docs);
  const positions = new Map(run.queries.map((query, i) => [query, i]));
  const rankings = queries.map(({ id }) => lists[positions.get(id) ?? -1] ?? []);
  const strangers = run.queries.length - rankings.filter((_, i) => positions.has(queries[i]!.id)).length;
  if (strangers > 0) environment.unevaluated.set(spec.name, strangers);
  const milliseconds = new Float64Array(queries.length);
  return { rankings, milliseconds, indexMilliseconds: 0, truncatedPassages: 0 };
}
