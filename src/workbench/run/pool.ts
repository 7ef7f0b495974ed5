import type { PoolRun } from '../../contract/result';
import { DocNumbers, packRankings } from '../../domain/run/packed';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Ports } from '../kernel/ports';
import { isHeldOut } from './parts';
import { Runners } from './runners';
import { type Opening, Session } from './session';
import type { RunContext } from '../kernel/run-types';

/**
 * Runs the systems of an experiment for questions that need no judgments, and keeps nothing but what stages cache: for
 * judging what they find. Systems that learn from judgments are left out.
 *
 * @param depth passages of each list
 */
export async function poolRun(ports: Ports, input: Opening, depth: number, context: RunContext): Promise<PoolRun> {
  const { collection, queries, spec: asked } = input;
  const systems = asked.systems.filter((system) => !isHeldOut(system));
  const { aggregate: _aggregate, ...rest } = asked;
  const spec: ExperimentSpec = { ...rest, systems, lists: 'depth', ks: [Math.min(depth, asked.depth)] };
  const session = await Session.open(ports, { collection, queries, spec }, context);
  const runners = new Runners(session, spec, { queries, judgments: [] });
  const docs = new DocNumbers();
  const found: PoolRun['systems'][number][] = [];
  for (const system of systems) {
    const { byK } = await runners.run(system);
    const { rankings } = byK.get(spec.ks[0]!)!;
    const top = rankings.map((ranking) =>
      ranking.slice(0, depth).map(({ id, score }) => ({ doc: docs.of(id), score })),
    );
    found.push({ id: system.id, top: packRankings(top) });
  }
  return { queries: queries.map(({ id }) => id), docs: docs.ids, spec, systems: found };
}
