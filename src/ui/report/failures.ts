import type { DocId, Query, QueryId } from '../../base/types';
import { type Cause, CAUSES } from '../../domain/diagnosis/cause';
import type { Missed } from '../../domain/diagnosis/diagnose';
import type { Diagnosis } from '../../workbench/inspect/diagnosis';
import { type MissText, missText } from '../shared/messages/diagnosis';

export interface Failures extends Pick<Diagnosis, 'system' | 'k' | 'stages'> {
  /** Relevant passages (or needs) of all questions, and those that are missed. */
  readonly targets: number;
  readonly missed: number;
  readonly questions: number;
  /** With at least one miss. */
  readonly affected: number;
  /** Those that occur, the most frequent first. */
  readonly causes: readonly FailuresByCause[];
}

export interface FailuresByCause {
  readonly cause: Cause;
  readonly missed: number;
  readonly questions: number;
  /** None unless texts were asked for. */
  readonly examples: readonly FailureExample[];
}

export interface FailureExample {
  readonly question: Pick<Query, 'id' | 'text'>;
  /** Null where no passage of the collection would have met it. */
  readonly passage: Passage | null;
  readonly why: MissText;
}

interface Passage {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
}

export interface FailureTexts {
  readonly question: (id: QueryId) => string | null;
  readonly passage: (id: DocId) => Passage | null;
  readonly retrievers: readonly string[];
}

const EXAMPLES = 2;

/** @param texts null where no question and no passage is wanted */
export function failuresOf(diagnosis: Diagnosis, texts: FailureTexts | null): Failures {
  const { system, k, stages, questions } = diagnosis;
  const all = questions.flatMap(({ query, missed }) => missed.map((each) => ({ query, miss: each })));
  const causes = CAUSES.map((cause): FailuresByCause => {
    const own = all.filter(({ miss }) => miss.cause === cause);
    return {
      cause,
      missed: own.length,
      questions: new Set(own.map(({ query }) => query)).size,
      examples: texts ? examplesOf(own, diagnosis, texts) : [],
    };
  });
  return {
    system,
    k,
    stages,
    targets: questions.reduce((sum, { targets }) => sum + targets, 0),
    missed: all.length,
    questions: questions.length,
    affected: questions.filter(({ missed }) => missed.length > 0).length,
    causes: causes.filter(({ missed }) => missed > 0).sort((a, b) => b.missed - a.missed),
  };
}

/** The first of different questions, in the order of the result. */
function examplesOf(
  all: readonly { readonly query: QueryId; readonly miss: Missed }[],
  { k, cutAt }: Diagnosis,
  { question, passage, retrievers }: FailureTexts,
): FailureExample[] {
  const first = all.filter(({ query }, i) => all.findIndex((other) => other.query === query) === i);
  return first.slice(0, EXAMPLES).map(({ query, miss }) => ({
    question: { id: query, text: question(query) ?? '' },
    passage: miss.id === null ? null : passage(miss.id),
    why: missText(miss, { k, retrievers, cutAt }),
  }));
}
