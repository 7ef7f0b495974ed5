import { textKey } from '../../../domain/dataset/corpus';
import type { ExperimentSpec } from '../../../domain/experiment/experiment';
import type { Latency } from '../../../domain/report/report';
import type { Session } from '../session';
import { KeptTimes } from './kept-times';
import { Measurement } from './measurement';
import { timedQuestions } from './protocol';
import type { TimedSystem } from './step-times';

/**
 * What a question costs that is asked alone, by system: see docs/latency.md.
 * Everything is timed anew, retrieval and reranking once for all systems that share them, whatever is cached; but what
 * learns from all questions (a learned ranker, a trained fusion) has the times of the run. What was measured once on
 * this machine, by these versions and for these questions, is kept, of systems and of their searches and rerankers.
 *
 * A system whose model cannot be loaded has none, as where all its vectors came from the cache.
 *
 * @param systems none of which is an external run
 * @param begins called where something is timed, before the first time
 */
export async function measureLatency(
  session: Session,
  spec: ExperimentSpec,
  systems: readonly TimedSystem[],
  begins: () => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlyMap<string, Latency>> {
  const { ports, queries, tracker } = session;
  if (systems.length === 0) return new Map();
  const places = timedQuestions(queries);
  const machine = (await ports.machine()).name;
  const asked = places.map((place) => textKey(queries[place]!.text));
  const kept = new KeptTimes(session, spec, { machine, asked });
  const known = new Map<string, Latency>();
  for (const each of systems) {
    const latency = await kept.latency(each).read();
    if (latency) known.set(each.system.id, latency);
  }
  const todo = systems.filter(({ system }) => !known.has(system.id));
  tracker.expect('latency', known.size * places.length);
  tracker.reused('latency', known.size * places.length);
  const measured = await new Measurement(session, spec, todo, places, kept, begins).measure();
  for (const each of todo) {
    const latency = measured.get(each.system.id);
    if (!latency) continue;
    known.set(each.system.id, latency);
    await kept.latency(each).keep(latency);
  }
  tracker.finish('latency');
  return known;
}
