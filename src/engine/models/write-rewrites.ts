import type { SuppliedHeader } from '../../contract/storage';
import type { RewriteEntry } from '../../domain/dataset/supplied/content';
import { readWritten, writingPrompt, type WritingPrompt, writtenName } from '../../domain/questions/rewrite-prompts';
import type { Query } from '../../base/types';
import { addSupplied } from '../collections/supplied';
import { askEach, type WritingContext } from './ask-each';
import { type NamedGenerator, type Prompted, prompted, Replies, type ReplyFailure, type Reply } from './generation';
import type { Ports } from '../kernel/ports';

/** What a model is asked to write for the questions of a collection. */
export interface RewritesAsked {
  readonly prompt: WritingPrompt;
  /** The model as the name of what is written has it. */
  readonly by: string;
  /** Of each reply. */
  readonly maxNewTokens: number;
}

/** A question for which nothing could be taken from the reply. */
interface QuestionFailure {
  readonly question: string;
  readonly why: ReplyFailure;
  readonly reply: string;
}

export interface WrittenRewrites {
  /** All brought files of the collection; null where nothing was written that can be kept. */
  readonly supplied: readonly SuppliedHeader[] | null;
  readonly name: string;
  /** Questions that have their reply, of all. */
  readonly done: number;
  readonly total: number;
  /** Of these, the replies that were here from before. */
  readonly reused: number;
  readonly texts: number;
  readonly failures: readonly QuestionFailure[];
  /** Questions with fewer rewrites than were asked for, and some. */
  readonly fewer: number;
  /** Replies that were stopped by their length. */
  readonly cut: number;
}

export interface RewritesProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly writing: string | null;
}

const promptOf = ({ prompt, maxNewTokens }: RewritesAsked, { text }: Query): Prompted =>
  prompted(writingPrompt(prompt, text), maxNewTokens);

/** How many questions of a collection have their reply already, by a model and a prompt. */
export async function rewritesKept(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  asked: RewritesAsked,
): Promise<{ readonly done: number; readonly total: number }> {
  const { queries } = await ports.storage.questions.get(collection);
  const replies = await Replies.of(ports, collection, generator);
  const done = await replies.countKept(queries.map((query) => promptOf(asked, query)));
  return { done, total: queries.length };
}

/**
 * Writes rewrites of all questions of a collection, or passages that might answer them, and keeps them as a file of
 * rewrites is kept, by the texts of the questions. Where it is stopped, what is written by then is kept so; the others
 * have none, and a system that reads them asks the question as it is.
 */
export async function writeRewrites(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  asked: RewritesAsked,
  context: WritingContext<RewritesProgress>,
): Promise<WrittenRewrites> {
  const { queries } = await ports.storage.questions.get(collection);
  const replies = await Replies.of(ports, collection, generator);
  const log = new RewritesLog(asked.prompt);
  const tell = (writing: string | null): void =>
    context.progress({ done: log.done, total: queries.length, failed: log.failures.length, writing });
  const add = ({ text }: Query, reply: Reply): void => log.add(text, reply);
  await askEach(ports, replies, queries, { promptOf: (query) => promptOf(asked, query), add, tell }, context);
  context.signal.throwIfAborted();
  const name = writtenName(asked.prompt, asked.by);
  const { entries } = log;
  const supplied =
    entries.length > 0 ? await addSupplied(ports, collection, [{ kind: 'rewrites', file: name, entries }]) : null;
  return { supplied, name, total: queries.length, ...log.counts() };
}

/** What the replies held so far. */
class RewritesLog {
  readonly entries: RewriteEntry[] = [];
  readonly failures: QuestionFailure[] = [];
  done = 0;
  #reused = 0;
  #texts = 0;
  #fewer = 0;
  #cut = 0;

  constructor(private readonly prompt: WritingPrompt) {}

  add(question: string, { text, tooLong, cut, reused }: Reply): void {
    this.done++;
    if (reused) this.#reused++;
    if (cut) this.#cut++;
    const texts = tooLong ? [] : readWritten(this.prompt, question, text);
    this.#texts += texts.length;
    if (texts.length > 0) this.entries.push({ question, texts });
    else this.failures.push({ question, why: tooLong ? 'too-long' : 'unreadable', reply: text });
    if (texts.length > 0 && texts.length < this.prompt.count) this.#fewer++;
  }

  counts(): Omit<WrittenRewrites, 'supplied' | 'name' | 'total'> {
    const { done, failures } = this;
    return { done, failures, reused: this.#reused, texts: this.#texts, fewer: this.#fewer, cut: this.#cut };
  }
}
