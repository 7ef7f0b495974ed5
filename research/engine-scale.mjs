/**
 * `node research/engine-scale.mjs FOLDER [passages] [dimensions]`: the command line on PostgreSQL (PGlite over its socket) with
 * many passages, killed in the middle and resumed. FOLDER has `*.jsonl.gz` with texts; passages of 80 words are made of them,
 * with vectors of their words. They are searched by words, by vectors, and by both, which the engine fuses. Prints the peak
 * memory of the command, of its browser and of the database, the times, and for how many questions the first ten differ from
 * those of Hitrate's own searches where scores differ by more than 1e-6.
 *
 * `node research/engine-scale.mjs FOLDER passages encoder`: the same with vectors by Hitrate's encoder, neither killed nor compared.
 */
import { spawn } from 'node:child_process';
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  openSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { withScript } from './bench/parts/script.mjs';
import { ROOT } from '../tools/install.mjs';

const [source, passagesAsked = '100000', dimensionsAsked = '128'] = process.argv.slice(2);
if (!source) throw new Error('Name a folder of *.jsonl.gz.');
const encodes = dimensionsAsked === 'encoder';
const [PASSAGES, DIMENSIONS, QUESTIONS] = [Number(passagesAsked), encodes ? 1 : Number(dimensionsAsked), 100];
/** Of a passage. */
const WORDS = 80;

const folder = mkdtempSync(join(tmpdir(), 'hitrate-scale-'));
const collection = join(folder, 'scale');
await mkdir(join(collection, 'qrels'), { recursive: true });

/** Words at places and with signs that their hashes say, scaled to length 1. */
function vectorOf(text) {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    for (let seed = 0; seed < 4; seed++) {
      let hash = 2166136261 ^ (seed * 16777619);
      for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16777619);
      vector[(hash >>> 8) % DIMENSIONS] += hash & 1 ? 1 : -1;
    }
  }
  if (vector.every((value) => value === 0)) vector[0] = 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

async function* texts() {
  for (let round = 0; ; round++)
    for (const name of readdirSync(source).filter((each) => /^(en-wiki|en-tech).*\.jsonl\.gz$/.test(each)))
      for await (const line of createInterface({ input: createReadStream(join(source, name)).pipe(createGunzip()) })) {
        const record = JSON.parse(line);
        const text = Object.values(record)
          .filter((value) => typeof value === 'string')
          .join(' ');
        const words = text.split(/\s+/);
        for (let at = 0; at + WORDS / 2 < words.length; at += WORDS) {
          const cut = words.slice(at, at + WORDS).join(' ');
          yield round === 0 ? cut : `${cut} ${round}`;
        }
      }
}

function npyHeader(rows) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${DIMENSIONS}), }`;
  const padded = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11) + '\n';
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, padded.length & 255, padded.length >> 8]);
  return Buffer.concat([head, Buffer.from(padded, 'latin1')]);
}

const bytesOf = (vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
const rows = new Float32Array(PASSAGES * DIMENSIONS);
const questions = [];
const corpus = openSync(join(collection, 'corpus.jsonl'), 'w');
let made = 0;
for await (const text of texts()) {
  rows.set(vectorOf(text), made * DIMENSIONS);
  writeSync(corpus, `${JSON.stringify({ _id: `p${made}`, title: '', text })}\n`);
  if (made % (PASSAGES / QUESTIONS) === 0)
    questions.push({ id: `q${questions.length}`, passage: `p${made}`, text: text.split(/\s+/).slice(0, 12).join(' ') });
  if (++made === PASSAGES) break;
}
closeSync(corpus);
writeFileSync(
  join(collection, 'queries.jsonl'),
  questions.map(({ id, text }) => `${JSON.stringify({ _id: id, text })}\n`).join(''),
);
writeFileSync(
  join(collection, 'qrels/test.tsv'),
  `query-id\tcorpus-id\tscore\n${questions.map(({ id, passage }) => `${id}\t${passage}\t1\n`).join('')}`,
);
writeFileSync(join(folder, 'passages.npy'), Buffer.concat([npyHeader(PASSAGES), bytesOf(rows)]));
const asked = questions.map(({ text }) => vectorOf(text));
writeFileSync(join(folder, 'questions.npy'), Buffer.concat([npyHeader(QUESTIONS), ...asked.map(bytesOf)]));

const byVectors = { kind: 'file-vectors', name: '', hash: '', search: { kind: 'nearest', metric: 'cosine' } };
const byWords = {
  kind: 'lexical',
  analyzer: { tokens: 'cjk-bigram', stopWords: [], stemmer: null, partsOfSpeech: 'all' },
  scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' },
  question: { kind: 'as-asked' },
};
const system = (id, retrievers, fusion = null) => ({ id, retrievers, fusion, rerank: null });
const experiment = {
  schema: 1,
  systems: [
    system('words', [byWords]),
    system('vectors', [byVectors]),
    system('both', [byWords, byVectors], { method: 'rrf', constant: 60, weights: [1, 1] }),
  ],
  ...{ depth: 100, lists: 'depth', ks: [10], measures: ['HitRate@10', 'MRR@10'], relevance: 1, missing: 'zero' },
};
writeFileSync(join(folder, 'experiment.json'), JSON.stringify(experiment));

const database = spawn(process.execPath, [join(ROOT, 'test/postgresql-server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise((resolve) => database.stdout.once('data', (data) => resolve(String(data).trim())));

const peakOf = (pid) => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};
const childrenOf = (pid) => {
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    return own.flatMap((each) => [each, ...childrenOf(each)]);
  } catch {
    return [];
  }
};
const residentOf = (pid) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const OF_FILES = [
  ...['--experiment', 'experiment.json', '--batch', '1000'],
  ...['--passage-vectors', 'passages.npy', '--question-vectors', 'questions.npy'],
];

/** Runs the command; killed, without a chance to tidy up, once so many passages are indexed. */
function command(killAt) {
  return new Promise((resolve) => {
    const args = [
      ...[join(ROOT, 'tools/evaluate.mjs'), collection, '--out', 'out', '--fusion', 'engine'],
      ...(encodes ? ['--systems', 'embedding', '--k', '10'] : OF_FILES),
      ...['--engine', `postgresql://postgres@127.0.0.1:${port}/postgres`],
    ];
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, INIT_CWD: folder, HITRATE_CACHE: join(folder, 'cache') },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    const seen = { peak: 0, browser: 0, stderr: '', killed: false };
    const timer = setInterval(() => {
      seen.peak = Math.max(seen.peak, peakOf(child.pid));
      seen.browser = Math.max(
        seen.browser,
        childrenOf(child.pid).reduce((sum, pid) => sum + residentOf(pid), 0),
      );
      const kept = killAt === null ? null : indexedIn(join(folder, 'cache/work'));
      if (kept !== null && kept >= killAt && !seen.killed) {
        seen.killed = true;
        // The browser too: nothing of a process that is killed is left to close it.
        for (const pid of [child.pid, ...childrenOf(child.pid)]) process.kill(pid, 'SIGKILL');
      }
    }, 100);
    child.stderr.on('data', (data) => {
      seen.stderr += data;
      process.stderr.write(data);
    });
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ ...seen, code, seconds: (performance.now() - began) / 1000 });
    });
  });
}

function indexedIn(work) {
  try {
    const name = readdirSync(work).find((each) => each.startsWith('engine-'));
    return Number(readFileSync(join(work, name, 'indexed'), 'utf8'));
  } catch {
    return 0;
  }
}

const killed = encodes ? null : await command(PASSAGES / 2);
const resumed = await command(null);

/** For how many questions the first ten are others than those of Hitrate's own searches, by system. */
async function differing() {
  let counts;
  await withScript('engine-lists', (run) => (counts = run(collection, folder, DIMENSIONS)));
  return JSON.stringify(counts);
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
const peak = (of) => megabytes(Math.max(of(resumed), killed ? of(killed) : 0));
console.log(`${PASSAGES} passages × ${dimensionsAsked}, ${QUESTIONS} questions`);
if (killed)
  console.log(
    `killed after ${killed.seconds.toFixed(0)} s; resumed: ${/Resuming the index .*$/m.exec(resumed.stderr)?.[0] ?? 'no'}`,
  );
console.log(`${killed ? 'resumed run' : 'run'}: code ${resumed.code}, ${resumed.seconds.toFixed(0)} s`);
console.log(
  `command ${peak((run) => run.peak)}, browser ${peak((run) => run.browser)}, database ${megabytes(peakOf(database.pid))}`,
);
if (resumed.code === 0 && !encodes) console.log(`questions whose first ten differ: ${await differing()}`);
if (resumed.code === 0) {
  const { manifest } = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8'));
  console.log(`milliseconds: ${JSON.stringify(manifest.engine.systems)}`);
}
database.kill('SIGTERM');
rmSync(folder, { recursive: true, maxRetries: 5 });
