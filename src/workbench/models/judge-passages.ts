import { groupBy } from '../../base/containers';
import type { QueryId } from '../../base/types';
import { isAbort } from '../../contract/errors';
import type { AutomaticJudgment, JudgeModel } from '../../domain/automatic-judges/judgments';
import { gradeInReply, rubricFor } from '../../domain/questions/rubric-prompt';
import { textKey } from '../../domain/dataset/corpus';
import { modelRequest } from '../kernel/model-request';
import type { Ports } from '../kernel/ports';
import { RowCache } from '../kernel/row-cache';
import { PAIR_BATCH, rerankNamespace } from '../run/stages/rerank';
import { chunks } from '../run/stage-context';
import { askEach, prompted, Replies, type WritingContext } from './generation';

export interface PassageToJudge extends Pick<AutomaticJudgment, 'query' | 'doc' | 'span'> {
  readonly question: string;
  readonly text: string;
}

export interface PassagesProgress {
  readonly done: number;
  readonly total: number;
  /** Replies without a grade. */
  readonly failed: number;
  /** What a model writes now; null while it is loaded. */
  readonly writing: string | null;
}

/**
 * Asks a model about each passage. Scores and replies are kept as soon as they are there, so that what was cancelled
 * resumes; where it is stopped, what is judged by then is the result.
 */
export function judgePassages(
  ports: Ports,
  collection: string,
  judge: JudgeModel,
  passages: readonly PassageToJudge[],
  context: WritingContext<PassagesProgress>,
): Promise<AutomaticJudgment[]> {
  return judge.kind === 'reranker'
    ? scorePassages(ports, collection, judge, passages, context)
    : gradePassages(ports, collection, judge, passages, context);
}

async function gradePassages(
  ports: Ports,
  collection: string,
  judge: Extract<JudgeModel, { kind: 'generation' }>,
  passages: readonly PassageToJudge[],
  context: WritingContext<PassagesProgress>,
): Promise<AutomaticJudgment[]> {
  const total = passages.length;
  const asking: Parameters<typeof askEach<PassageToJudge, AutomaticJudgment>>[2] = {
    items: passages,
    count: 1,
    promptOf: ({ question, text }) =>
      prompted(rubricFor(judge.prompt, { question, passage: text }), judge.maxNewTokens),
    parse: (passage, reply) => {
      const score = gradeInReply(reply);
      return score === null ? [] : [judged(passage, score, reply)];
    },
    progress: ({ taken, failures: { length: failed } }, writing) =>
      context.progress({ done: taken.length + failed, total, failed, writing }),
  };
  const { taken, failures } = await askEach(ports, await Replies.of(ports, collection, judge), asking, context);
  context.signal.throwIfAborted();
  return [...taken.flatMap(({ found }) => found), ...failures.map(({ item, reply }) => judged(item, null, reply))];
}

const judged = ({ query, doc, span }: PassageToJudge, score: number | null, reply?: string): AutomaticJudgment => ({
  query,
  doc,
  span,
  score,
  ...(reply === undefined ? {} : { reply }),
});

async function scorePassages(
  ports: Ports,
  collection: string,
  judge: Extract<JudgeModel, { kind: 'reranker' }>,
  passages: readonly PassageToJudge[],
  context: WritingContext<PassagesProgress>,
): Promise<AutomaticJudgment[]> {
  const rows = new RowCache(ports.storage, collection, rerankNamespace(ports.versions, judge));
  const keyOf = ({ question, text }: PassageToJudge): string => textKey(question) + textKey(text);
  const keyed = passages.map((passage) => ({ passage, key: keyOf(passage) }));
  const missing = await rows.load(keyed.map(({ key }) => key));
  const todo = keyed.filter(({ key }) => missing.delete(key));
  const left = new Set(todo.map(({ key }) => key));
  const progress = (writing: string | null): void =>
    context.progress({ done: passages.length - left.size, total: passages.length, failed: 0, writing });
  progress(null);
  if (todo.length > 0)
    await scoreMissing(
      ports,
      judge,
      groupBy(todo, ({ passage }) => passage.query),
      {
        ...context,
        rows,
        scored: (key) => {
          left.delete(key);
          progress('');
        },
      },
    );
  return keyed.filter(({ key }) => !left.has(key)).map(({ passage, key }) => judged(passage, rows.get(key)[0]!));
}

interface Scoring extends Pick<WritingContext<never>, 'signal' | 'stop'> {
  readonly rows: RowCache;
  readonly scored: (key: string) => void;
}

async function scoreMissing(
  ports: Ports,
  judge: Extract<JudgeModel, { kind: 'reranker' }>,
  questions: ReadonlyMap<QueryId, readonly { readonly passage: PassageToJudge; readonly key: string }[]>,
  { signal, stop, rows, scored }: Scoring,
): Promise<void> {
  const request = await modelRequest(ports, judge);
  const either = AbortSignal.any([signal, stop]);
  try {
    const worker = ports.reranker.with(either);
    await worker.load(request);
    for (const own of questions.values()) {
      const query = own[0]!.passage.question;
      const byLength = [...own].sort((a, b) => b.passage.text.length - a.passage.text.length);
      for (const batch of chunks(byLength, PAIR_BATCH)) {
        either.throwIfAborted();
        const texts = batch.map(({ passage }) => passage.text);
        const { logits, milliseconds, truncated } = await worker.score({ ...request, query, passages: texts });
        for (const [at, { key }] of batch.entries()) {
          await rows.add(key, Float32Array.of(logits[at]!, milliseconds / batch.length, truncated[at]!));
          scored(key);
        }
      }
    }
  } catch (error) {
    // Stopped in the middle of a question: what was scored before is the result.
    if (!stop.aborted || signal.aborted || !isAbort(error)) throw error;
  } finally {
    await rows.flush();
    ports.reranker.release();
  }
}
