/**
 * `npm run bench -- [part …] [--out bench.json] [--chart cost.svg]`: speed and memory as ratios in one run, ours beside what one would use
 * instead. A part is a file of `research/bench/parts`; without a name all are run. A row is
 * `{ part, what, unit, ours, against: { name, value }, ratio, target, isMet }`, and `ratio` is `against.value / ours`:
 * how many times better ours is. The chart is of what a question costs by the size of the collection (`lexical`, `sizes`).
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../tools/install.mjs';
import { ensureBuilt } from '../tools/site.mjs';

/** In the order in which they are run; what each measures is in its file. */
const PARTS = {
  loops: () => import('./bench/parts/loops.mjs'),
  measuring: () => import('./bench/parts/measuring.mjs'),
  runs: () => import('./bench/parts/runs.mjs'),
  statistics: () => import('./bench/parts/statistics.mjs'),
  lexical: () => import('./bench/parts/lexical.mjs'),
  vectors: () => import('./bench/parts/vectors.mjs'),
  sizes: () => import('./bench/parts/sizes.mjs'),
  networks: () => import('./bench/parts/networks.mjs'),
  import: () => import('./bench/parts/import.mjs'),
  parquet: () => import('./bench/parts/parquet.mjs'),
  clicks: () => import('./bench/parts/clicks.mjs'),
  app: () => import('./bench/parts/app.mjs'),
  stages: () => import('./bench/parts/stages.mjs'),
  scale: () => import('./bench/parts/scale.mjs'),
  memory: () => import('./bench/parts/memory.mjs'),
};

const { parts, out, chart } = parsed(process.argv.slice(2));
ensureInstalled();
ensureBuilt();

const measured = [];
for (const part of parts) {
  console.error(`Measuring: ${part} …`);
  const { rows } = await PARTS[part]();
  for (const row of await rows()) {
    const ratio = row.against ? row.against.value / row.ours : null;
    const isMet = row.target === null || ratio === null ? null : ratio >= row.target;
    measured.push({ part, ...row, ratio, isMet });
    console.log(line(measured.at(-1)));
  }
  if (out) writeFileSync(out, `${JSON.stringify(report(), null, 2)}\n`);
}
if (chart) {
  const { costChart } = await import('./bench/parts/cost-chart.mjs');
  writeFileSync(chart, costChart(measured));
}
const missed = measured.filter(({ isMet }) => isMet === false);
console.log(`\n${measured.length} rows, ${missed.length} below the target`);

function parsed(args) {
  const usage = `Usage: npm run bench -- [${Object.keys(PARTS).join('|')} …] [--out bench.json] [--chart cost.svg]`;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, chart: { type: 'string' } },
    });
    const unknown = positionals.find((part) => !(part in PARTS));
    if (unknown !== undefined) throw new Error(`${unknown} is no part.`);
    return { parts: positionals.length > 0 ? positionals : Object.keys(PARTS), ...values };
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(1);
  }
}

function report() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString(),
    machine: { model, cores: cpus().length, node: process.version },
    rows: measured,
  };
}

function line({ what, unit, ours, against, ratio, target, isMet }) {
  const other = against ? `${against.name} ${number(against.value)} ${unit}   ${number(ratio)} ×` : '';
  const aim = target === null ? '' : `   target ${number(target)} ×${isMet === false ? ', missed' : ''}`;
  return `${what}: ${number(ours)} ${unit}   ${other}${aim}`;
}

/** Three digits. */
function number(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
