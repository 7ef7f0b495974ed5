/**
 * Writes into each bundled model's card.json the size and hash of its files, and their joint hash as its revision.
 * Run by hand after a model's files change: `node tools/models/seal.mjs`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MODELS = join(import.meta.dirname, '../../public/models');

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * Graphs beside the reranker's that say how it is read, and hold no weights: they came later, and its revision is that of
 * the model as it was trained. What they compute is told apart by the keys of what is kept (src/workbench/run/stages/rerank.ts).
 */
const APART = /^onnx\/(read|match)_quantized\.onnx$/;

/** Sizes and hashes of the files that a browser loads, and the joint hash of those that are the model. */
export function seal(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(onnx|json)$/.test(name) && name !== 'card.json')
    .sort()
    .map((path) => {
      const data = readFileSync(join(folder, path));
      return { path, bytes: data.length, sha256: sha256(data) };
    });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { revision: sha256(JSON.stringify(files.filter(({ path }) => !APART.test(path)))).slice(0, 16), bytes, files };
}

if (process.argv[1] === import.meta.filename) {
  for (const id of readdirSync(MODELS)) {
    const path = join(MODELS, id, 'card.json');
    const card = { ...JSON.parse(readFileSync(path, 'utf8')), ...seal(join(MODELS, id)) };
    writeFileSync(path, `${JSON.stringify(card, null, 2)}\n`);
    console.log(`${id} ${card.revision} ${(card.bytes / 1e6).toFixed(1)} MB`);
  }
}
