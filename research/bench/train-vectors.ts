import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashText } from '../../src/base/hash';
import { openEmbedding } from '../question-study/networks';

const TRAIN = join(import.meta.dirname, '../../../shared/train');
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/hitrate/train-vectors');

/** Texts embedded between two reports. */
const STEP = 4096;

interface Pair {
  readonly query: string;
  readonly positive: string;
}

/**
 * Passages of the training pairs and questions of theirs, embedded by the bundled model: real vectors for benchmarks, in
 * files of single-precision numbers that are kept between runs. Pairs are in the order of a hash, so languages and
 * sources are mixed. Embedding takes minutes.
 *
 * @returns the paths of both files, or null where there are no training pairs
 */
export async function trainVectors(
  passages: number,
  questions: number,
): Promise<{ rows: string; queries: string } | null> {
  const paths = { rows: join(KEPT, `${passages}.f32`), queries: join(KEPT, `${passages}-${questions}-asked.f32`) };
  if (existsSync(paths.rows) && existsSync(paths.queries)) return paths;
  if (!existsSync(TRAIN)) return null;
  mkdirSync(KEPT, { recursive: true });
  const pairs = mixedPairs();
  const embed = await openEmbedding();
  const texts = [...new Set(pairs.map(({ positive }) => positive))].slice(0, passages);
  if (texts.length < passages) throw new Error(`there are ${texts.length} passages, not ${passages}`);
  const kept = new Set(texts);
  const asked = pairs.filter(({ positive }) => kept.has(positive)).slice(0, questions);
  await write(
    paths.queries,
    embed,
    asked.map(({ query }) => query),
  );
  await write(paths.rows, embed, texts);
  return paths;
}

function mixedPairs(): Pair[] {
  const files = readdirSync(TRAIN).filter((name) => /^(en|ja|zh)-.*\.jsonl\.gz$/.test(name));
  const lines = files.flatMap((name) =>
    gunzipSync(readFileSync(join(TRAIN, name)))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  );
  return lines
    .map((line) => ({ line, key: hashText(line) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ line }) => JSON.parse(line) as Pair);
}

async function write(path: string, embed: Awaited<ReturnType<typeof openEmbedding>>, texts: readonly string[]) {
  // Texts of like length together, so that little is padded.
  const order = texts.map((text, at) => ({ text, at })).sort((a, b) => a.text.length - b.text.length);
  let all: Float32Array | null = null;
  for (let first = 0; first < order.length; first += STEP) {
    const part = order.slice(first, first + STEP);
    const { rows, dimensions } = await embed(part.map(({ text }) => text));
    all ??= new Float32Array(texts.length * dimensions);
    part.forEach(({ at }, i) => all!.set(rows.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions));
    console.error(`embedded ${first + part.length} of ${texts.length}`);
  }
  writeFileSync(`${path}.part`, new Uint8Array(all!.buffer));
  renameSync(`${path}.part`, path);
}
