import type { Answer, AnswerAsked } from './answer';
import type { WritingContext, NamedGenerator } from './generation';
import type { ModelQuestions, QuestionsAsked, QuestionsProgress } from './generate-questions';
import type { Ports } from '../kernel/ports';
import type { RewritesAsked, rewritesKept, RewritesProgress, WrittenRewrites } from './write-rewrites';

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
    asked: AnswerAsked,
    context: { readonly signal: AbortSignal; readonly written: (text: string) => void },
  ): Promise<Answer>;
}

export const createWriting = (ports: Ports): Writing => ({
  questions: (...input) =>
    ports.exclusive(async () => (await import('./generate-questions')).questionsByModel(ports, ...input)),
  rewrites: (...input) =>
    ports.exclusive(async () => (await import('./write-rewrites')).writeRewrites(ports, ...input)),
  rewritesKept: async (...input) => (await import('./write-rewrites')).rewritesKept(ports, ...input),
  answer: (...input) => ports.exclusive(async () => (await import('./answer')).answerByModel(ports, ...input)),
});
