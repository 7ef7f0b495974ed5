import type { Candidate, CheckedCandidate } from '../../domain/questions/candidate';
import { parseReply, promptFor } from '../../domain/questions/model-prompt';
import { languageByScript } from '../../domain/questions/script';
import type { Place } from '../../base/types';
import { askEach, type WritingContext } from './ask-each';
import { type NamedGenerator, type Prompted, prompted, Replies, type Reply, type ReplyFailure } from './generation';
import type { Ports } from '../kernel/ports';

/** What a model is asked to ask. */
export interface QuestionsAsked {
  readonly passages: readonly Place[];
  /** With `{passage}` and `{count}`. */
  readonly template: string;
  /** Questions of each passage. */
  readonly count: number;
  /** Of each reply. */
  readonly maxNewTokens: number;
}

/** A passage whose reply held no question. */
interface PassageFailure {
  readonly place: Place;
  readonly why: ReplyFailure;
  /** What the model wrote; empty where it was not asked. */
  readonly reply: string;
}

/** Questions of a model, with what the checks say, and all that did not go as asked. */
export interface ModelQuestions {
  readonly candidates: readonly CheckedCandidate[];
  /** Passages that have their reply. */
  readonly read: number;
  /** Of these, the replies that were here from before. */
  readonly reused: number;
  readonly failures: readonly PassageFailure[];
  /** Passages of which fewer questions came than were asked for, and some. */
  readonly fewer: number;
  /** Replies that were stopped by their length, so that the end is missing. */
  readonly cut: number;
}

export interface QuestionsProgress {
  /** Passages that have their reply, of all. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly questions: number;
  /** What the model writes now; null before it is loaded. */
  readonly writing: string | null;
}

/** Asks a model for questions, passage by passage, and checks them as those of a pasted reply. */
export async function questionsByModel(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  asked: QuestionsAsked,
  context: WritingContext<QuestionsProgress>,
): Promise<ModelQuestions> {
  const docs = await ports.storage.collections.docs(collection);
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  const replies = await Replies.of(ports, collection, generator);
  const log = new QuestionLog(asked.count, generator.model);
  const { passages, template, count, maxNewTokens } = asked;
  const promptOf = ({ doc, start, end }: Place): Prompted => {
    const passage = (texts.get(doc) ?? '').slice(start, end);
    return prompted(promptFor(template, { passage, count }), maxNewTokens);
  };
  const tell = (writing: string | null): void =>
    context.progress({
      done: log.read,
      total: passages.length,
      failed: log.failures.length,
      questions: log.candidates.length,
      writing,
    });
  await askEach(ports, replies, passages, { promptOf, add: (place, reply) => log.add(place, reply), tell }, context);
  try {
    const candidates = await ports.questions.with(context.signal).checkQuestions({ docs, candidates: log.candidates });
    return { ...log.counts(), candidates };
  } finally {
    ports.questions.release();
  }
}

/** What the replies held so far. */
class QuestionLog {
  readonly candidates: Candidate[] = [];
  readonly failures: PassageFailure[] = [];
  read = 0;
  #reused = 0;
  #fewer = 0;
  #cut = 0;

  constructor(
    private readonly count: number,
    private readonly model: string,
  ) {}

  add(place: Place, { text, tooLong, cut, reused }: Reply): void {
    this.read++;
    if (reused) this.#reused++;
    if (cut) this.#cut++;
    const questions = tooLong ? [] : parseReply(text);
    if (questions.length === 0) this.failures.push({ place, why: tooLong ? 'too-long' : 'unreadable', reply: text });
    else if (questions.length < this.count) this.#fewer++;
    for (const each of questions)
      this.candidates.push({
        ...each,
        origin: 'model',
        model: this.model,
        language: languageByScript(each.text),
        place,
      });
  }

  counts(): Omit<ModelQuestions, 'candidates'> {
    return { read: this.read, reused: this.#reused, failures: this.failures, fewer: this.#fewer, cut: this.#cut };
  }
}
