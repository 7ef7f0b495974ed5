import { createHash } from 'node:crypto';
import type { ModelChoice, ModelOrigin } from '../../../../src/contract/models';
import { beginWriting } from '../../../../src/adapters/model-store/writing';
import type { ModelDatabase } from '../../../../src/adapters/model-store/schema';
import type { EmbeddingConfiguration } from '../../../../src/domain/models/configuration';
import type { ModelOffer } from '../../../../src/domain/models/repository';

export const reading: EmbeddingConfiguration = {
  task: 'embedding',
  weights: { path: 'onnx/model_quantized.onnx', dtype: 'q8', externalData: [] },
  pooling: 'mean',
  normalise: true,
  dense: [],
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 256,
  flat: false,
};

const said = <T>(value: T) => ({ value, from: 'config.json', certainty: 'stated' }) as const;

export const offer: ModelOffer = {
  task: said('embedding'),
  weights: [{ ...reading.weights, bytes: 5 }],
  common: ['config.json'],
  maxTokens: said(256),
  dimensions: said(384),
  languages: ['en', 'ja'],
  licence: 'apache-2.0',
  family: null,
  embedding: {
    pooling: said('mean'),
    normalise: said(true),
    dense: [],
    queryPrefix: said(''),
    passagePrefix: said(''),
    flat: false,
    matryoshka: [128],
  },
  reranking: null,
  warnings: [],
};

export const choice: ModelChoice = { name: 'A small model', reading, offer };

const COMMIT = '751bff37182d3f1213fa05d7196b954e230abad9';
export const origin: ModelOrigin = {
  kind: 'hub',
  host: 'https://models.example.org',
  repository: 'org/small',
  revision: 'main',
  commit: COMMIT,
};

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Bytes that differ from place to place, so that a part in the wrong place is seen. */
export const bytesOf = (length: number, seed = 1): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, i) => (Math.imul(i + seed, 2654435761) >>> 13) & 255);

/** Writes a model whole, each file in parts of three bytes. */
export async function addModel(
  db: ModelDatabase,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  plan: { id?: string; origin?: ModelOrigin; choice?: ModelChoice } = {},
) {
  const listed = Object.entries(files).map(([path, { length }]) => ({ path, bytes: length }));
  const writer = await beginWriting(db, { id: 'made up', origin, choice, ...plan, files: listed });
  for (const [path, content] of Object.entries(files)) {
    for (let at = 0; at < content.length; at += 3)
      await writer.append(path, new Blob([content.slice(at, at + 3)]), null);
    await writer.check(path);
  }
  return writer.finish();
}
