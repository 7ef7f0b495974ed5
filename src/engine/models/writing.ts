import type { GeneratedText } from '../../contract/workers';
import { type WritingContext, type NamedGenerator, type ReplyFailure, prompted, Replies } from './generation';
import {
  type ModelQuestions,
  type QuestionsAsked,
  questionsByModel,
  type QuestionsProgress,
} from './generate-questions';
import { type Ports, withWorker } from '../kernel/ports';
import {
  type RewritesAsked,
  rewritesKept,
  type RewritesProgress,
  writeRewrites,
  type WrittenRewrites,
} from './write-rewrites';

/** What a text-generation model of this machine writes for a collection. Every reply is kept as soon as it is there. */
export interface Writing {
  /** Questions about passages, checked and not kept. */
  questions(
    id: string,
    generator: NamedGenerator,
    asked: QuestionsAsked,
    context: WritingContext<QuestionsProgress>,
  ): Promise<ModelQuestions>;
  /** Rewrites of all questions, kept as a file of rewrites is. */
  rewrites(
    id: string,
    generator: NamedGenerator,
    asked: RewritesAsked,
    context: WritingContext<RewritesProgress>,
  ): Promise<WrittenRewrites>;
  /** How many of the questions have their reply from before. */
  rewritesKept(id: string, generator: NamedGenerator, asked: RewritesAsked): ReturnType<typeof rewritesKept>;
  answer(
    id: string,
    generator: NamedGenerator,
    asked: { readonly prompt: string; readonly maxNewTokens: number },
    context: { readonly signal: AbortSignal; readonly written: (text: string) => void },
  ): Promise<Answer>;
}

export const createWriting = (ports: Ports): Writing => ({
  questions: (...input) => ports.exclusive(() => questionsByModel(ports, ...input)),
  rewrites: (...input) => ports.exclusive(() => writeRewrites(ports, ...input)),
  rewritesKept: (...input) => rewritesKept(ports, ...input),
  answer: (...input) => ports.exclusive(() => answerByModel(ports, ...input)),
});

/** An answer that a model wrote to a prompt that holds passages. */
export interface Answer extends Omit<GeneratedText, 'tooLong'> {
  /** Null where there is an answer. */
  readonly why: ReplyFailure | null;
  /** Whether it was here from before. */
  readonly reused: boolean;
}

async function answerByModel(
  ports: Ports,
  ...[id, generator, { prompt, maxNewTokens }, { signal, written }]: Parameters<Writing['answer']>
): Promise<Answer> {
  return withWorker(ports.generator, signal, async () => {
    const replies = await Replies.of(ports, id, generator);
    const { tooLong, ...reply } = await replies.to(prompted(prompt, maxNewTokens), signal, written);
    return { ...reply, why: tooLong ? 'too-long' : reply.text.trim() === '' ? 'unreadable' : null };
  });
}
