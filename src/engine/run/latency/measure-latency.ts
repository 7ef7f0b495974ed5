import { contentKey } from '../../../base/hash';
import { readKey, textKey } from '../../../domain/dataset/corpus';
import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import { fieldsOfSystem } from '../../../domain/experiment/missing';
import type { Latency } from '../../../domain/report/report';
import { stagesOf } from '../parts';
import type { Session } from '../session';
import { versionOf } from '../stage-versions';
import { Measurement } from './measurement';
import { timedQuestions } from './protocol';
import type { TimedSystem } from './step-times';

/**
 * What a question costs that is asked alone, by system: see docs/latency.md.
 * Everything is timed anew, retrieval and reranking once for all systems that share them, whatever is cached; but what
 * learns from all questions (a learned ranker, a trained fusion) has the times of the run. What was measured once on
 * this machine, by these versions and for these questions, is kept.
 *
 * A system whose model cannot be loaded has none, as where all its vectors came from the cache.
 *
 * @param systems none of which is an external run
 */
export async function measureLatency(
  session: Session,
  spec: ExperimentSpec,
  systems: readonly TimedSystem[],
): Promise<ReadonlyMap<string, Latency>> {
  const { ports, collection, queries, tracker } = session;
  if (systems.length === 0) return new Map();
  const places = timedQuestions(queries);
  const machine = (await ports.machine()).name;
  const asked = places.map((place) => textKey(queries[place]!.text));
  const keyed = systems.map((each) => ({ ...each, key: latencyKey(session, spec, each, { machine, asked }) }));
  const known = new Map<string, Latency>();
  for (const { system, key } of keyed) {
    const kept = (await ports.storage.artifacts.get(collection, key)) as Latency | null;
    if (kept) known.set(system.id, kept);
  }
  const todo = keyed.filter(({ system }) => !known.has(system.id));
  tracker.expect('latency', known.size * places.length);
  tracker.reused('latency', known.size * places.length);
  const measured = await new Measurement(session, spec, todo, places).measure();
  for (const { system, key } of todo) {
    const latency = measured.get(system.id);
    if (!latency) continue;
    known.set(system.id, latency);
    await ports.storage.artifacts.put(collection, key, latency);
  }
  tracker.finish('latency');
  return known;
}

function latencyKey(
  { ports }: Session,
  spec: ExperimentSpec,
  { system, context: { corpus } }: TimedSystem,
  measured: { readonly machine: string; readonly asked: readonly string[] },
): string {
  const { id: _id, ...parts } = system;
  return contentKey({
    latency: 1,
    ...versionOf(stagesOf(system)),
    versions: ports.versions,
    isolated: ports.isolated,
    system: parts,
    depth: listDepth(spec),
    lists: spec.lists,
    corpus: readKey(corpus, fieldsOfSystem(system)),
    ...measured,
  });
}
