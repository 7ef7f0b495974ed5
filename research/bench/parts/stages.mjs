import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../tools/install.mjs';
import { withPage } from './page.mjs';

const SIX = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'];
/** Stages that are inference of a model; the time of loading one is theirs. */
const INFERENCE = /vectors|rerank|latency/;
const MOST_SHARE = 0.1;

/** Each stage's share of a run of six systems on semiconductor-zh, and the run again with one weight changed. */
export async function rows() {
  const folder = join(ROOT, '../shared/data/semiconductor-zh');
  if (!existsSync(folder)) return [];
  const files = ['doc_qa_test.json'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const { first, second } = await withPage((page) => page.evaluate(runTwice, { files, systems: SIX }));
  const [total, again] = [sum(first), sum(second)];
  const shares = (steps, prefix, most) =>
    [...byStage(steps)].map(([stage, milliseconds]) => ({
      what: `semiconductor-zh, ${prefix}: ${stage}`,
      unit: 'ms',
      ours: milliseconds,
      against: most === null || INFERENCE.test(stage) ? null : { name: 'a tenth of the run', value: most },
      target: most === null || INFERENCE.test(stage) ? null : 1,
    }));
  return [
    { what: 'semiconductor-zh, six systems', unit: 'ms', ours: total, against: null, target: null },
    ...shares(first, 'six systems', MOST_SHARE * total),
    {
      what: 'semiconductor-zh, one weight changed',
      unit: 'ms',
      ours: again,
      against: { name: 'first run', value: total },
      target: 50,
    },
    ...shares(second, 'one weight changed', null),
  ];
}

const sum = (steps) => steps.reduce((all, { milliseconds }) => all + milliseconds, 0);

function byStage(steps) {
  const stages = new Map();
  for (const { stage, milliseconds } of steps) stages.set(stage, (stages.get(stage) ?? 0) + milliseconds);
  return stages;
}

/** In the page: evaluates, and evaluates again with another weight. @returns milliseconds by stage of both runs */
async function runTwice({ files, systems }) {
  const given = files.map(([path, text]) => ({ path: `semiconductor-zh/${path}`, file: new Blob([text]) }));
  const timed = async (request) => {
    const times = [];
    let before = null;
    const next = (stage) => {
      const now = performance.now();
      if (before?.stage) times.push({ stage: before.stage, milliseconds: now - before.at });
      before = { stage, at: now };
    };
    const outcome = await globalThis.hitrate.evaluate(given, request, ({ stage }) => {
      // Of a run alone: the command reads files before it, and compares systems by every measure after it.
      const name = stage.split(', begun')[0].trim().split(' ').at(-1);
      next(/^[a-z-]+$/.test(name) && !['files', 'judgments', 'comparing'].includes(name) ? name : null);
    });
    next(null);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    return { times, results: JSON.parse(outcome.files['results.json']) };
  };
  const first = await timed({ systems });
  const experiment = first.results.manifest.experiment;
  const weighted = experiment.systems.find(({ fusion }) => fusion?.weights);
  weighted.fusion.weights = weighted.fusion.weights.map((weight, i) => (i === 0 ? weight * 0.9 : weight));
  const second = await timed({ experiment: JSON.stringify({ schema: 1, ...experiment }) });
  return { first: first.times, second: second.times };
}
