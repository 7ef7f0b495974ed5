/**
 * Writes large click logs, and reads them in a process of its own: as Hitrate does (joined, checked, summed up), or line by
 * line with `JSON.parse`. `research/bench/parts/clicks.mjs` runs all of it.
 *
 *     click-log.mjs write <folder>           `events.ndjson` of a million UBI events, `impressions.csv` of a million lists
 *     click-log.mjs hitrate|parse <file>
 */
import { appendFileSync, openAsBlob, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readCollection } from '../../src/adapters/files/read';
import { uniform } from '../../src/domain/statistics/random';
import { peakMegabytes } from './peak-memory';

const EVENTS = 1_000_000;
const ROWS = 1_000_000;
const QUERIES = 20_000;
const DOCS = 50_000;
/** Passages of a list. */
const [LONG, SHORT] = [10, 5];
const LINES_AT_ONCE = 5000;

const random = uniform(1);
const below = (bound: number): number => Math.floor(random() * bound);
const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');

/** Query r of Zipf's law is asked 1 / r as often as the first. */
const drawnQuery = (): number => Math.floor(Math.exp(random() * Math.log(QUERIES + 1))) - 1;
const textOf = (query: number): string => `w${query % 997} of w${Math.floor(query / 7)} and w${query}`;

/** Its passages in a random order of neighbours, so that most were shown at several positions. */
function listOf(query: number, length: number): string[] {
  const start = (query * 131) % DOCS;
  const at = Array.from({ length }, (_, k) => ({ doc: `doc-${(start + k * 17) % DOCS}`, by: k + 2 * random() }));
  return at.sort((a, b) => a.by - b.by).map(({ doc }) => doc);
}

/** A place is looked at with a chance of 1 / place. */
const clickedOf = (docs: readonly string[]): string[] => docs.filter((_, k) => random() * (k + 1) < 0.35);

const timeOf = (i: number): string => new Date(1.76e12 + i * 700).toISOString();

function write(path: string, lines: Iterable<string>): void {
  writeFileSync(path, '');
  let waiting: string[] = [];
  const flush = (): void => {
    appendFileSync(path, waiting.map((line) => `${line}\n`).join(''));
    waiting = [];
  };
  for (const line of lines) if (waiting.push(line) === LINES_AT_ONCE) flush();
  flush();
}

/** A query, and then an impression for each passage and a click for some, as the schemas of UBI 1.3 have them. */
function* events(): Generator<string> {
  for (let [i, left] = [0, EVENTS]; left > 0; i++) {
    const query = drawnQuery();
    const shown = listOf(query, LONG);
    const who = {
      application: 'primary-search',
      query_id: `${hex(8)}-${hex(4)}-${hex(4)}-${hex(12)}`,
      client_id: `client-${below(40_000)}`,
      timestamp: timeOf(i),
    };
    const attributes = { variant: i % 2 === 0 ? 'new' : 'old' };
    yield JSON.stringify({
      ...who,
      user_query: textOf(query),
      query_attributes: attributes,
      query_response_hit_ids: shown,
    });
    const event = (action_name: string, doc: string): string =>
      JSON.stringify({
        action_name,
        ...who,
        session_id: `session-${i % 9973}`,
        message_type: action_name === 'click' ? 'CONVERSION' : 'QUERY',
        event_attributes: {
          object: { object_id: doc, object_id_field: '_id' },
          position: { ordinal: shown.indexOf(doc) + 1 },
        },
      });
    for (const line of [
      ...shown.map((doc) => event('impression', doc)),
      ...clickedOf(shown).map((doc) => event('click', doc)),
    ])
      if (left-- > 0) yield line;
  }
}

function* rows(): Generator<string> {
  yield 'query,shown,clicks,time,system';
  for (let i = 0; i < ROWS; i++) {
    const query = drawnQuery();
    const shown = listOf(query, SHORT);
    yield `${textOf(query)},${shown.join(' ')},${clickedOf(shown).join(' ')},${timeOf(i)},${i % 2 === 0 ? 'new' : 'old'}`;
  }
}

async function hitrate(path: string): Promise<object> {
  const outcome = await readCollection(
    { files: [{ path: basename(path), file: await openAsBlob(path) }] },
    () => undefined,
  );
  if (!outcome.ok || outcome.kind !== 'runs' || !outcome.clicks)
    throw new Error(JSON.stringify(outcome).slice(0, 2000));
  const { report, summary } = outcome.clicks;
  const { findings: _, ...counted } = report;
  return { ...counted, pairs: summary.rates.query.length };
}

/** As one writes it first, in pieces: the file is longer than a text can be. */
async function parse(path: string): Promise<object> {
  const blob = await openAsBlob(path);
  let [rest, records] = ['', 0];
  for await (const piece of blob.stream().pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (typeof JSON.parse(line) === 'object') records++;
  }
  return { records };
}

const [, , way, path] = process.argv as [string, string, string, string];
if (way === 'write') {
  write(join(path, 'events.ndjson'), events());
  write(join(path, 'impressions.csv'), rows());
} else {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const found = await (way === 'hitrate' ? hitrate(path) : parse(path));
  const { user, system } = process.cpuUsage(cpu);
  const milliseconds = performance.now() - began;
  console.log(
    JSON.stringify({ milliseconds, cpuMilliseconds: (user + system) / 1000, megabytes: peakMegabytes(), ...found }),
  );
}
