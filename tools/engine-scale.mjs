/**
 * `node tools/engine-scale.mjs FOLDER [passages] [dimensions]`: the command line on PostgreSQL (PGlite over its socket) with
 * many passages, killed in the middle and resumed. FOLDER has `*.jsonl.gz` with texts; passages are made of them, with
 * vectors of their words. Prints the peak memory of the command, of its browser and of the database, the times, and for how many
 * questions the first ten differ from an exact search here where scores differ by more than 1e-6.
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
import { ROOT } from './install.mjs';

const [source, passagesAsked = '100000', dimensionsAsked = '128'] = process.argv.slice(2);
if (!source) throw new Error('Name a folder of *.jsonl.gz.');
const [PASSAGES, DIMENSIONS, QUESTIONS] = [Number(passagesAsked), Number(dimensionsAsked), 100];

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
        if (text.length > 40) yield round === 0 ? text : `${text} ${round}`;
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

const experiment = {
  schema: 1,
  systems: [
    {
      id: 'file-vectors',
      retrievers: [{ kind: 'file-vectors', name: '', hash: '', search: { kind: 'nearest', metric: 'cosine' } }],
      fusion: null,
      rerank: null,
    },
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

/** Runs the command; killed, without a chance to tidy up, once so many passages are indexed. */
function command(killAt) {
  return new Promise((resolve) => {
    const args = [
      ...[join(ROOT, 'tools/evaluate.mjs'), collection, '--experiment', 'experiment.json', '--out', 'out'],
      ...['--passage-vectors', 'passages.npy', '--question-vectors', 'questions.npy', '--batch', '1000'],
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

const killed = await command(PASSAGES / 2);
const resumed = await command(null);

/** First hits of each question by the run, and by comparing every vector here in double precision. */
function differing() {
  const name = readdirSync(join(folder, 'out/runs')).find((each) => each.includes('file-vectors.run'));
  const run = new Map();
  for (const line of readFileSync(join(folder, 'out/runs', name), 'utf8')
    .trim()
    .split('\n')) {
    const [query, , doc] = line.split(' ');
    run.set(query, [...(run.get(query) ?? []), doc]);
  }
  return questions.filter(({ id }, q) => {
    const scores = Float64Array.from({ length: PASSAGES }, (_, row) => {
      let sum = 0;
      for (let i = 0; i < DIMENSIONS; i++) sum += rows[row * DIMENSIONS + i] * asked[q][i];
      return sum;
    });
    const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]).slice(0, 200);
    // At each place any passage whose score is within 1e-6 of the one that belongs there.
    return run
      .get(id)
      .slice(0, 10)
      .some((doc, place) => Math.abs(scores[Number(doc.slice(1))] - scores[order[place]]) > 1e-6);
  }).length;
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
console.log(`${PASSAGES} passages × ${DIMENSIONS}, ${QUESTIONS} questions`);
console.log(
  `killed after ${killed.seconds.toFixed(0)} s; resumed: ${/Resuming the index .*$/m.exec(resumed.stderr)?.[0] ?? 'no'}`,
);
console.log(`resumed run: code ${resumed.code}, ${resumed.seconds.toFixed(0)} s`);
console.log(
  `command ${megabytes(Math.max(killed.peak, resumed.peak))}, browser ${megabytes(Math.max(killed.browser, resumed.browser))}, database ${megabytes(peakOf(database.pid))}`,
);
console.log(`questions whose first ten differ: ${resumed.code === 0 ? differing() : 'none were found'}`);
database.kill('SIGTERM');
rmSync(folder, { recursive: true, maxRetries: 5 });
