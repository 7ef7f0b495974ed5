import { isAbort } from '../../contract/errors';
import type { ChatMessage, GeneratedText, ModelRequest } from '../../contract/model-workers';
import { modelRequest, type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { stageKey } from '../run/stage-context';

export type NamedGenerator = Pick<ModelRequest, 'model' | 'revision' | 'maxTokens' | 'device'>;

interface Prompted {
  readonly messages: readonly ChatMessage[];
  readonly maxNewTokens: number;
}

interface Reply extends GeneratedText {
  readonly reused: boolean;
}

/** The prompt was longer than the model takes, or the reply does not have what was asked for. */
export type ReplyFailure = 'too-long' | 'unreadable';

export const prompted = (content: string, maxNewTokens: number): Prompted => ({
  messages: [{ role: 'user', content }],
  maxNewTokens,
});

/**
 * Replies of one model, which is greedy: the same prompt has the same reply. Each is kept at once under the hash of all
 * that can change it, so that a cancelled task resumes where it stopped.
 */
export class Replies {
  private constructor(
    private readonly ports: Ports,
    private readonly collection: string,
    private readonly request: ModelRequest,
  ) {}

  /** @throws {HitrateError} `model-absent`, or `model-changed` where it is another one now */
  static async of(ports: Ports, collection: string, generator: NamedGenerator): Promise<Replies> {
    return new Replies(ports, collection, await modelRequest(ports, generator));
  }

  async countKept(prompts: readonly Prompted[]): Promise<number> {
    const { artifacts } = this.ports.storage;
    const kept = await Promise.all(prompts.map((prompt) => artifacts.has(this.collection, this.#key(prompt))));
    return kept.filter(Boolean).length;
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

export interface Answer extends Omit<GeneratedText, 'tooLong'> {
  readonly why: ReplyFailure | null;
  readonly reused: boolean;
}

export async function answerByModel(
  ports: Ports,
  id: string,
  generator: NamedGenerator,
  { prompt, maxNewTokens }: { readonly prompt: string; readonly maxNewTokens: number },
  { signal, written }: { readonly signal: AbortSignal; readonly written: (text: string) => void },
): Promise<Answer> {
  return withWorker(ports.generator, signal, async () => {
    const replies = await Replies.of(ports, id, generator);
    const { tooLong, ...reply } = await replies.to(prompted(prompt, maxNewTokens), signal, written);
    return { ...reply, why: tooLong ? 'too-long' : reply.text.trim() === '' ? 'unreadable' : null };
  });
}

export interface WritingProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** What the model writes now; null before it is asked. */
  readonly writing: string | null;
}

/** What is written when the signal ends a task of many prompts stays kept, and is not written again. */
export interface WritingContext extends Following<WritingProgress> {
  readonly stop: AbortSignal;
}

interface Asking<Item, Found> {
  readonly items: readonly Item[];
  readonly promptOf: (item: Item) => Prompted;
  readonly parse: (item: Item, reply: string) => readonly Found[];
  readonly count: number;
}

/** Asks about each item until done or stopped, then ends the worker. @throws {DOMException} `AbortError` on a cancel */
export async function askEach<Item, Found>(
  ports: Ports,
  replies: Replies,
  { items, promptOf, parse, count }: Asking<Item, Found>,
  { signal, stop, progress }: WritingContext,
) {
  const either = AbortSignal.any([signal, stop]);
  /** `fewer`: replies with fewer texts than were asked for, and some. */
  const counts = { reused: 0, fewer: 0, cut: 0 };
  const taken: { readonly item: Item; readonly found: readonly Found[] }[] = [];
  const failures: ({ readonly why: ReplyFailure; readonly reply: string } & { readonly item: Item })[] = [];
  const report = (writing: string | null): void =>
    progress({ done: taken.length + failures.length, total: items.length, failed: failures.length, writing });
  report(null);
  try {
    for (const item of items) {
      const { text, tooLong, cut, reused } = await replies.to(promptOf(item), either, report);
      const found = tooLong ? [] : parse(item, text);
      counts.reused += Number(reused);
      counts.cut += Number(cut);
      counts.fewer += Number(found.length > 0 && found.length < count);
      if (found.length > 0) taken.push({ item, found });
      else failures.push({ item, why: tooLong ? 'too-long' : 'unreadable', reply: text });
      report('');
      if (stop.aborted) break;
    }
  } catch (error) {
    // Stopped in the middle of an item: those before it are the result.
    if (!stop.aborted || signal.aborted || !isAbort(error)) throw error;
  } finally {
    ports.generator.release();
  }
  return { counts, taken, failures, done: taken.length + failures.length };
}
