import type { ChatMessage, GeneratedText, ModelRequest } from '../../contract/workers';
import type { Device } from '../../domain/models/device';
import { modelRequest } from '../kernel/model-request';
import type { Ports } from '../kernel/ports';
import { stageKey } from '../run/stage-context';

/** A text-generation model of this machine, and the device that it runs on. */
export interface NamedGenerator {
  /** Those of its card. */
  readonly model: string;
  readonly revision: string;
  readonly maxTokens: number;
  readonly device: Device;
}

/** What a model is asked. */
export interface Prompted {
  readonly messages: readonly ChatMessage[];
  readonly maxNewTokens: number;
}

/** A reply, and whether it was kept from before. */
export interface Reply extends GeneratedText {
  readonly reused: boolean;
}

/** Why nothing could be taken from a reply: the prompt was longer than the model takes, or what came is not what was asked for. */
export type ReplyFailure = 'too-long' | 'unreadable';

/** A question to a model in one message, which every chat model takes. */
export const prompted = (content: string, maxNewTokens: number): Prompted => ({
  messages: [{ role: 'user', content }],
  maxNewTokens,
});

/**
 * The replies of one model for a collection. A model here is greedy, so that the same prompt has the same reply: each is
 * kept as soon as it is there, under the hash of all that can change it, and a task that was cancelled goes on where it
 * stopped.
 */
export class Replies {
  private constructor(
    private readonly ports: Ports,
    private readonly collection: string,
    private readonly request: ModelRequest,
  ) {}

  /** @throws {HitrateError} `model-unavailable` where the model is not here, or is another one now */
  static async of(ports: Ports, collection: string, generator: NamedGenerator): Promise<Replies> {
    return new Replies(ports, collection, await modelRequest(ports, generator));
  }

  /** Whether the reply to a prompt is here already. */
  isKept(prompt: Prompted): Promise<boolean> {
    return this.ports.storage.artifacts.has(this.collection, this.#key(prompt));
  }

  /** How many of some prompts have their reply already. */
  async countKept(prompts: readonly Prompted[]): Promise<number> {
    const kept = await Promise.all(prompts.map((prompt) => this.isKept(prompt)));
    return kept.filter(Boolean).length;
  }

  /** Loads the model, unless it is loaded. */
  async load(signal: AbortSignal): Promise<void> {
    await this.ports.generator.with(signal).load(this.request);
  }

  /** @param written called with the text so far, while the model writes it */
  async to(prompt: Prompted, signal: AbortSignal, written: (text: string) => void = () => undefined): Promise<Reply> {
    const { storage, generator } = this.ports;
    const key = this.#key(prompt);
    const kept = (await storage.artifacts.get(this.collection, key)) as GeneratedText | null;
    if (kept) return { ...kept, reused: true };
    signal.throwIfAborted();
    const reply = await generator.with(signal).generate({ ...this.request, ...prompt }, written);
    await storage.artifacts.put(this.collection, key, reply);
    return { ...reply, reused: false };
  }

  #key({ messages, maxNewTokens }: Prompted): string {
    const { model, revision, device, maxTokens } = this.request;
    const inputs = { model, revision, device, maxTokens, messages, maxNewTokens };
    return stageKey(this.ports.versions, 'models', 'generated-text', ['generated-text'], inputs);
  }
}
