import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BertTokenizer } from '@xenova/transformers';
import { MODELS } from '../../tools/models/seal.mjs';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { goldenPath, readJson } from './read';

/** Cosines and logits of the trainer's fp32 graphs, of every question and passage of the bundled sample. */
export interface SampleReference {
  readonly questions: readonly string[];
  readonly passages: readonly string[];
  /** [question][passage] */
  readonly cosines: readonly Float32Array[];
  readonly logits: readonly Float32Array[];
}

export function sampleReference(): SampleReference {
  type File = { questions: string[]; passages: string[]; cosines: string; logits: string };
  const file = readJson<File>(goldenPath('models', 'sample.json'));
  const matrix = (base64: string): Float32Array[] => {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
    const values = new Float32Array(bytes.buffer);
    const width = file.passages.length;
    return file.questions.map((_, q) => values.subarray(q * width, (q + 1) * width));
  };
  return { ...file, cosines: matrix(file.cosines), logits: matrix(file.logits) };
}

export const modelPath = (model: string, ...names: string[]): string => join(MODELS, model, ...names);

export interface Output {
  readonly type: string;
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

interface Session {
  readonly inputNames: readonly string[];
  run(feed: object, outputs?: readonly string[]): Promise<Record<string, Output>>;
}

interface OnnxRuntime {
  InferenceSession: { create(path: string): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

/** @throws where ONNX Runtime for Node was not installed */
export const onnxRuntime = () => createRequire(import.meta.url)(onnxRuntimePath()!) as OnnxRuntime;

type Fed = Readonly<
  Record<string, { readonly data: unknown; readonly dims: readonly number[]; readonly type?: string }>
>;

/** A graph of a shipped model: what it is fed, whole numbers where no type is said, to its outputs. */
export async function bundledGraph(model: string, name: string) {
  const runtime = onnxRuntime();
  const session = await runtime.InferenceSession.create(modelPath(model, 'onnx', `${name}_quantized.onnx`));
  return (feeds: Fed, outputs?: readonly string[]) => {
    const fed = Object.entries(feeds).map(([key, { type = 'int64', data, dims }]) => [
      key,
      new runtime.Tensor(type, data, dims),
    ]);
    return session.run(Object.fromEntries(fed) as object, outputs);
  };
}

/** The tokenizer that the app loads, read from the bundled files. */
export function bundledTokenizer(model: string): BertTokenizer {
  const json = (name: string): object => JSON.parse(readFileSync(modelPath(model, name), 'utf8')) as object;
  return new BertTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
}
