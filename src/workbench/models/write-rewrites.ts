import { readWritten, writingPrompt, type WritingPrompt, writtenName } from '../../domain/questions/prompts';
import type { Query } from '../../base/types';
import { addSupplied } from '../collections/additions';
import { askEach, type NamedGenerator, prompted, Replies, type WritingContext } from './generation';
import type { Ports } from '../kernel/ports';

export interface RewritesAsked {
  readonly prompt: WritingPrompt;
  readonly by: string;
  readonly maxNewTokens: number;
}

export type WrittenRewrites = Awaited<ReturnType<typeof writeRewrites>>;

const promptOf = ({ prompt, maxNewTokens }: RewritesAsked, { text }: Query) =>
  prompted(writingPrompt(prompt, text), maxNewTokens);

export async function rewritesKept(ports: Ports, collection: string, generator: NamedGenerator, asked: RewritesAsked) {
  const { queries } = await ports.storage.questions.get(collection);
  const replies = await Replies.of(ports, collection, generator);
  const done = await replies.countKept(queries.map((query) => promptOf(asked, query)));
  return { done, total: queries.length };
}

/**
 * Writes rewrites of all questions, or passages that might answer them, and keeps them by the questions' texts, as a
 * file of rewrites. Where it is stopped, the others have none, and systems ask those questions as they are.
 */
export async function writeRewrites(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  asked: RewritesAsked,
  context: WritingContext,
) {
  const { queries } = await ports.storage.questions.get(collection);
  const replies = await Replies.of(ports, collection, generator);
  const asking = {
    items: queries,
    count: asked.prompt.count,
    promptOf: (query: Query) => promptOf(asked, query),
    parse: ({ text }: Query, reply: string) => readWritten(asked.prompt, text, reply),
  };
  const { taken, failures, counts, done } = await askEach(ports, replies, asking, context);
  context.signal.throwIfAborted();
  const name = writtenName(asked.prompt, asked.by);
  const entries = taken.map(({ item, found }) => ({ question: item.text, texts: found }));
  return {
    ...counts,
    /** All supplied files of the collection; null where nothing was written that can be kept. */
    supplied:
      entries.length > 0 ? await addSupplied(ports, collection, [{ kind: 'rewrites', file: name, entries }]) : null,
    name,
    done,
    total: queries.length,
    texts: entries.reduce((sum, { texts }) => sum + texts.length, 0),
    failures: failures.map(({ item, ...failure }) => ({ question: item.text, ...failure })),
  };
}
