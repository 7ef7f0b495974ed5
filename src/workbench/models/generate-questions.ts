import type { Candidate } from '../../domain/questions/candidate';
import { parseReply, promptFor } from '../../domain/questions/prompts';
import { languageByScript } from '../../domain/questions/language';
import type { Place } from '../../base/types';
import { askEach, type NamedGenerator, prompted, Replies, type WritingContext } from './generation';
import { type Ports, withWorker } from '../kernel/ports';

export interface QuestionsAsked {
  readonly passages: readonly Place[];
  /** With `{passage}` and `{count}`. */
  readonly template: string;
  readonly count: number;
  readonly maxNewTokens: number;
}

export type ModelQuestions = Awaited<ReturnType<typeof questionsByModel>>;

/** Asks a model for questions, passage by passage, and checks them as those of a pasted reply. */
export async function questionsByModel(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  { passages, template, count, maxNewTokens }: QuestionsAsked,
  context: WritingContext,
) {
  const docs = await ports.storage.collections.docs(collection);
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  const replies = await Replies.of(ports, collection, generator);
  const asking = {
    items: passages,
    count,
    promptOf: ({ doc, start, end }: Place) => {
      const passage = (texts.get(doc) ?? '').slice(start, end);
      return prompted(promptFor(template, { passage, count }), maxNewTokens);
    },
    parse: (place: Place, reply: string): Candidate[] =>
      parseReply(reply).map((each) => ({
        ...each,
        origin: 'model',
        model: generator.model,
        language: languageByScript(each.text),
        place,
      })),
  };
  const { taken, failures, counts, done } = await askEach(ports, replies, asking, context);
  const candidates = taken.flatMap(({ found }) => found);
  return {
    ...counts,
    read: done,
    failures: failures.map(({ item: place, ...failure }) => ({ place, ...failure })),
    candidates: await withWorker(ports.questions, context.signal, (worker) =>
      worker.checkQuestions({ docs, candidates }),
    ),
  };
}
