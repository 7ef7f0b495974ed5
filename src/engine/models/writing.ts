import { type Answer, answerByModel } from './answer';
import type { WritingContext } from './ask-each';
import {
  type ModelQuestions,
  type QuestionsAsked,
  questionsByModel,
  type QuestionsProgress,
} from './generate-questions';
import type { NamedGenerator } from './generation';
import type { Ports } from '../kernel/ports';
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
  /** The answer to a prompt that holds passages. */
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
