import type { ChatMessage, GeneratedText, GeneratorApi } from '../../../../src/contract/model-workers';
import type { WorkerPort } from '../../../../src/contract/workers';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import type { NamedGenerator } from '../../../../src/workbench/models/generation';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { fixedModels, MODELS } from '../workshop';

/**
 * A model that replies as a test says: the real one runs in a browser alone, where test/browser/writing.test.ts uses it.
 */
export interface Scripted {
  readonly ports: Ports;
  readonly generator: NamedGenerator;
  /** Prompts that it was asked, in their order. */
  readonly asked: string[];
  /** How often its worker was ended. */
  released: number;
}

export const CARD: ModelCard = {
  id: 'made/up-chat@0123456789ab:q8',
  task: 'generation',
  name: 'made/up-chat (q8)',
  revision: 'g1',
  maxTokens: 2048,
  dimensions: null,
  interpolation: null,
  bytes: 1,
  languages: ['en'],
};

const REPLY: GeneratedText = { text: '', promptTokens: 9, newTokens: 3, tooLong: false, cut: false, milliseconds: 5 };

export function scripted(
  ports: Ports,
  reply: (prompt: string) => string | Partial<GeneratedText> | Promise<string>,
): Scripted {
  const asked: string[] = [];
  const generate = async (prompt: string, written: (text: string) => void): Promise<GeneratedText> => {
    asked.push(prompt);
    const replied = await reply(prompt);
    const full = { ...REPLY, ...(typeof replied === 'string' ? { text: replied } : replied) };
    written(full.text.slice(0, 1));
    return full;
  };
  const api = (signal?: AbortSignal): GeneratorApi => ({
    load: () => Promise.resolve({ model: CARD.id, device: 'wasm', threads: 1, milliseconds: 1 }),
    generate: ({ messages }: { readonly messages: readonly ChatMessage[] }, written) =>
      // As a worker that is ended by a cancel.
      Promise.race([aborted(signal), generate(messages.map(({ content }) => content).join(), written)]),
  });
  const result: Scripted = {
    ports: { ...ports, models: fixedModels([...MODELS, CARD]), generator: null as unknown as WorkerPort<GeneratorApi> },
    generator: { model: CARD.id, revision: CARD.revision, maxTokens: CARD.maxTokens, device: 'wasm' },
    asked,
    released: 0,
  };
  const port: WorkerPort<GeneratorApi> = { with: api, release: () => void result.released++ };
  return Object.assign(result, { ports: { ...result.ports, generator: port } });
}

/** Replies twice, and is aborted before it replies a third time. */
export function endedAtThird(ports: Ports, abort: AbortController, reply: (call: number) => string): Scripted {
  let calls = 0;
  return scripted(ports, () => {
    if (++calls < 3) return reply(calls);
    abort.abort();
    return new Promise(() => undefined);
  });
}

export function context() {
  const [ending, stopping] = [new AbortController(), new AbortController()];
  return { ending, stopping, all: { signal: ending.signal, stop: stopping.signal, progress: () => undefined } };
}

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
