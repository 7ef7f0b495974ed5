import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';
import type { ModelConfiguration } from '../../domain/models/configuration';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { Ports } from './ports';

export type NamedModel = Pick<DenseSpec, 'model' | 'revision' | 'device' | 'maxTokens' | 'pooling' | 'normalise'>;

/** @throws {HitrateError} `model-absent`, or `model-changed` where it is another than the spec means */
export async function modelRequest(ports: Ports, named: NamedModel): Promise<ModelRequest> {
  const { model, revision, device, maxTokens } = named;
  const card = (await ports.models.cards()).find(({ id }) => id === model);
  if (!card) throw new HitrateError('model-absent', { model });
  if (card.revision !== revision) throw new HitrateError('model-changed', { model });
  const request = { folder: ports.modelFolder, model, revision, device, maxTokens };
  return card.reading ? { ...request, reading: readAs(card.reading, named) } : request;
}

/** For a model's tokenizer alone, which runs on no device. */
export const tokenizerRequest = (ports: Ports, named: Pick<NamedModel, 'model' | 'revision' | 'maxTokens'>) =>
  modelRequest(ports, { ...named, device: ports.isolated ? 'wasm' : 'wasm-single' });

function readAs(reading: ModelConfiguration, { pooling, normalise }: NamedModel): ModelConfiguration {
  if (reading.task !== 'embedding') return reading;
  return { ...reading, pooling: pooling ?? reading.pooling, normalise: normalise ?? reading.normalise };
}
