import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';

const [WIDTH, HEIGHT] = [720, 380];
const EDGE = { top: 16, right: 210, bottom: 44, left: 76 };
const SIZES = [1000, 10_000];

/** What a row is, by its text: the number of passages, and the names of both ways. */
const SERIES = [
  { rows: /^BM25 over (\d+) passages: a question$/, against: 'MiniSearch', ours: 'Hitrate, BM25', colour: 'words' },
  {
    rows: /^exact search among (\d+) vectors: a question$/,
    against: 'a plain loop',
    ours: 'Hitrate, exact vectors',
    colour: 'vectors',
  },
];

/** Milliseconds of a question against the size of the collection, both on logarithmic scales, as SVG. */
export function costChart(rows) {
  const lines = SERIES.flatMap(({ rows: pattern, against, ours, colour }) => {
    const own = rows.filter(({ what, against: other }) => pattern.test(what) && other.name === against);
    const points = (of) => own.map((row) => [Number(pattern.exec(row.what)[1]), of(row)]).sort(([a], [b]) => a - b);
    return [
      { name: ours, colour, isOurs: true, points: points((row) => row.ours) },
      { name: against, colour, isOurs: false, points: points((row) => row.against.value) },
    ];
  }).filter(({ points }) => points.length > 1);
  if (lines.length === 0) throw new Error('the chart needs the parts lexical or sizes');
  const all = lines.flatMap(({ points }) => points);
  const extent = (of) => [Math.min(...all.map(of)), Math.max(...all.map(of))];
  const x = scaleLog(
    extent(([size]) => size),
    [EDGE.left, WIDTH - EDGE.right],
  );
  const [least, most] = extent(([, ms]) => ms);
  const low = 10 ** Math.floor(Math.log10(least));
  const y = scaleLog([low, most], [HEIGHT - EDGE.bottom, EDGE.top]);
  const ticks = [];
  for (let tick = low; tick <= most; tick *= 10) ticks.push(tick);
  const path = line(
    ([size]) => x(size),
    ([, ms]) => y(ms),
  );
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${EDGE.left - 8}" y="${y(tick) + 4}" text-anchor="end">${number(tick)} ms</text>`,
  );
  const axis = [...SIZES, x.domain()[1]].map(
    (size) =>
      `<text x="${x(size)}" y="${HEIGHT - EDGE.bottom + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const drawn = lines.map(({ name, colour, isOurs, points }) => {
    const [, last] = points.at(-1);
    const dots = points.map(([size, ms]) => `<circle class="${colour}" cx="${x(size)}" cy="${y(ms)}" r="3"/>`).join('');
    return `<path class="${colour}${isOurs ? '' : ' other'}" d="${path(points)}"/>${dots}<text class="${colour}" x="${WIDTH - EDGE.right + 10}" y="${y(last) + 4}">${name}, ${number(last)} ms</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
<title>Milliseconds of a question against the number of passages</title>
<style>${STYLE}</style>
${[...grid, ...axis, ...drawn].join('\n')}
<text x="${(EDGE.left + WIDTH - EDGE.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">passages</text>
</svg>
`;
}

const STYLE = `svg{background:#fff;--ink:#333;--grid:#ddd;--words:#1f6fb2;--vectors:#b4540a}
@media(prefers-color-scheme:dark){svg{background:#16181d;--ink:#ccc;--grid:#333;--words:#6fb4f0;--vectors:#f0a35c}}
text{font:13px system-ui,sans-serif;fill:var(--ink)}.grid{stroke:var(--grid)}path{fill:none;stroke-width:2}.other{stroke-dasharray:6 4}
path.words{stroke:var(--words)}path.vectors{stroke:var(--vectors)}circle.words,text.words{fill:var(--words)}circle.vectors,text.vectors{fill:var(--vectors)}`;

const number = (value) => Number(value.toPrecision(2)).toLocaleString('en');
