import { PreTrainedTokenizer } from '@xenova/transformers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EmbeddingTruth, TestRepository } from '../hub-repositories';
import { onnxRuntime, type Output } from './models';

interface Encoded {
  readonly input_ids: number[];
  readonly token_type_ids?: number[];
}

/**
 * What a repository's files give, by ONNX Runtime for Node and a pooling of a few lines: one text at a time, so that no
 * padding can be pooled by mistake.
 */
export interface Reference {
  /** Of an embedding model, with its dense layer and scaled where it says so. */
  vector(text: string): Promise<number[]>;
  /** Of a reranker, of two labels that of `relevant` less the other. */
  logit(query: string, passage: string): Promise<number>;
  close(): void;
}

export async function openReference(repository: TestRepository, weights: string): Promise<Reference> {
  const runtime = onnxRuntime();
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-reference-'));
  for (const { path, content, lfs } of repository.files) {
    if (!lfs) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const session = await runtime.InferenceSession.create(join(folder, weights));
  const isFlat = session.inputNames.includes('offsets');
  const tokenize = tokenizerOf(repository, isFlat);

  async function run(encoded: Encoded): Promise<Record<string, Output>> {
    const { length } = encoded.input_ids;
    const dims = isFlat ? [length] : [1, length];
    const feed = session.inputNames.map((name) => [name, new runtime.Tensor(...fed(name, encoded, dims))] as const);
    return session.run(Object.fromEntries(feed));
  }

  return {
    async vector(text) {
      if (repository.truth.task !== 'embedding') throw new Error(`${repository.id} is no embedding model`);
      return vectorOf(await run(tokenize(text)), repository.truth, repository);
    },
    async logit(query, passage) {
      const { logits } = await run(tokenize(query, passage));
      return logits!.data.length === 1 ? logits!.data[0]! : logits!.data[1]! - logits!.data[0]!;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

const jsonOf = (repository: TestRepository, path: string): object =>
  JSON.parse(repository.files.find((file) => file.path === path)!.content.toString()) as object;

/** @param knownAlone whether tokens that the vocabulary does not know are left out, as Model2Vec does it */
function tokenizerOf(repository: TestRepository, knownAlone: boolean): (text: string, pair?: string) => Encoded {
  const tokenizer = new PreTrainedTokenizer(
    jsonOf(repository, 'tokenizer.json'),
    jsonOf(repository, 'tokenizer_config.json'),
  );
  const { maxTokens } = repository.truth;
  const unknown = tokenizer.unk_token_id;
  const encode = tokenizer as unknown as (text: string, options: object) => Encoded;
  // What a text has around it: the end is cut off before what comes after it, as Python's tokenizers do it.
  const specials = encode('', { return_tensor: false, add_special_tokens: true }).input_ids;
  const after = specials.slice(Math.floor(specials.length / 2));
  return (text, pair) => {
    const options = {
      return_tensor: false,
      return_token_type_ids: true,
      ...(pair === undefined ? {} : { text_pair: pair }),
    };
    const encoded = encode(text, options);
    if (knownAlone) return { input_ids: encoded.input_ids.filter((id) => id !== unknown).slice(0, maxTokens) };
    if (encoded.input_ids.length <= maxTokens) return encoded;
    if (pair !== undefined) throw new Error('The reference does not cut pairs.');
    return { input_ids: [...encoded.input_ids.slice(0, maxTokens - after.length), ...after] };
  };
}

/** The type, numbers and shape of an input. */
function fed(
  name: string,
  { input_ids: ids, token_type_ids: types = ids.map(() => 0) }: Encoded,
  row: readonly number[],
): [string, unknown, readonly number[]] {
  if (name.startsWith('past_key_values.')) return ['float32', new Float32Array(0), [1, 4, 0, 16]];
  const known: Record<string, readonly number[]> = {
    input_ids: ids,
    attention_mask: ids.map(() => 1),
    token_type_ids: types,
    position_ids: [...ids.keys()],
    offsets: [0],
  };
  if (!known[name]) throw new Error(`The reference knows no input ${name}`);
  return ['int64', BigInt64Array.from(known[name], BigInt), name === 'offsets' ? [1] : row];
}

function vectorOf(outputs: Record<string, Output>, truth: EmbeddingTruth, repository: TestRepository): number[] {
  const tokens = outputs['last_hidden_state'];
  const whole = outputs['sentence_embedding'] ?? outputs['embeddings'];
  let vector = truth.pooling === 'graph' ? numbersOf(whole!) : pooled(rowsOf(tokens!), truth.pooling);
  if (truth.dense) vector = through(vector, repository.files.find(({ path }) => path === truth.dense!.path)!.content);
  if (truth.dense?.tanh) vector = vector.map(Math.tanh);
  if (!truth.normalise) return vector;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function rowsOf(output: Output): number[][] {
  const numbers = numbersOf(output);
  const width = output.dims.at(-1)!;
  return Array.from({ length: numbers.length / width }, (_, i) => numbers.slice(i * width, (i + 1) * width));
}

const numbersOf = ({ type, data }: Output): number[] =>
  type === 'float16' ? Array.from(data, halfToNumber) : Array.from(data);

/** IEEE 754 binary16: a sign, five bits of exponent, ten of fraction. */
function halfToNumber(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

function pooled(rows: readonly number[][], pooling: EmbeddingTruth['pooling']): number[] {
  if (pooling === 'cls') return rows[0]!;
  if (pooling === 'last-token') return rows.at(-1)!;
  return rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
}

/** y = Wx + b, of a file with the tensors `linear.bias` and `linear.weight`, both of float32. */
function through(x: readonly number[], content: Buffer): number[] {
  const start = 8 + Number(content.readBigUInt64LE(0));
  type Tensor = { data_offsets: [number, number] };
  const header = JSON.parse(content.subarray(8, start).toString()) as Record<string, Tensor>;
  const numbers = (name: string) => {
    const [from, to] = header[name]!.data_offsets;
    return Array.from({ length: (to - from) / 4 }, (_, i) => content.readFloatLE(start + from + i * 4));
  };
  const [bias, matrix] = [numbers('linear.bias'), numbers('linear.weight')];
  return bias.map((b, row) => x.reduce((sum, value, i) => sum + value * matrix[row * x.length + i]!, b));
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return dot / Math.sqrt(aa * bb);
}

/** In three scripts, of several lengths; the last is longer than most of the models take. */
export const TEXTS = [
  'The lighthouse keeper climbed the tower every evening to light the lamp.',
  'Salt.',
  'Which bird builds its nest from mud under the roof of a barn?',
  '博物馆几点开门？灯塔看守人每天傍晚登上塔楼点灯。',
  '蜜蜂はどうやって巣に帰りますか。',
  'Bread dough rises faster in a warm kitchen than in a cold one. '.repeat(45),
];

export const QUESTION = 'How does the lamp of the lighthouse come to be lit?';
export const PASSAGES = [
  'The lighthouse keeper climbed the tower every evening to light the lamp.',
  'Salt lowers the temperature at which water freezes.',
  'Old maps show a harbour where the fields are today.',
  '灯台守は毎晩ランプをともすために塔に登った。',
];
