import { beforeAll, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { packRankings } from '../../../../src/domain/run/packed';
import { docId, queryId } from '../../../../src/base/types';
import { reportOf } from '../../../../src/ui/results/report-of';
import { noAnswerText } from '../../../../src/ui/shared/messages/verdict';
import { experiment, madeUp, MODELS, openBench, type OpenBench } from '../workshop';

const context = { signal: new AbortController().signal, progress: () => undefined };
const spec = experiment({ systems: ['bm25', 'ensemble'] });
const made = madeUp(40, 20);
const unanswerable = Array.from({ length: 8 }, (_, i) => ({
  id: queryId(`none-${i}`),
  text: `zebra quartz ${i}${i}${i}`,
  unanswerable: true as const,
}));

describe('questions without an answer', () => {
  let open: OpenBench;
  let result: ResultRecord;
  let before: ResultRecord;
  beforeAll(async () => {
    const plain = await openBench(made);
    before = await plain.bench.runs.run(plain.collection.id, spec, context);
    open = await openBench({ ...made, queries: [...made.queries, ...unanswerable] });
    result = await open.bench.runs.run(open.collection.id, spec, context);
  });

  it('count in no measure, and are no questions that lack judgments', () => {
    expect(before.noAnswer).toBeUndefined();
    expect(result.queries).toEqual(before.queries);
    expect(result.systems.map(({ perQuery }) => perQuery)).toEqual(before.systems.map(({ perQuery }) => perQuery));
    expect(result.warnings.map(({ code }) => code)).not.toContain('unjudged-questions');
  });

  it('are asked of every system, whose first scores tell them from the others', () => {
    const { noAnswer } = result;
    expect(noAnswer).toMatchObject({ answerable: 20, unanswerable: 8, questions: unanswerable.map(({ id }) => id) });
    expect(noAnswer!.systems.map(({ system }) => system)).toEqual(['bm25', 'ensemble']);
    // No passage has a word of these questions: word search finds nothing, and refuses them all.
    const [words] = noAnswer!.systems;
    expect(words!.area.auc).toBe(1);
    expect(words!.heldOut).toMatchObject({ balanced: 1, falseAnswers: 0, falseRefusals: 0 });
    expect(noAnswerText(noAnswer!, words!)).toContain('for 100\u00a0% of 8 questions without an answer');
  });

  it('are in exports, and in another result than the same questions without the mark', async () => {
    const json = JSON.parse(resultsJson(reportOf(result))) as { noAnswer: { unanswerable: number } };
    expect(json.noAnswer.unanswerable).toBe(8);
    expect(result.questionsKey).not.toBe(before.questionsKey);
    const unmarked = { ...made, queries: [...made.queries, ...unanswerable.map(({ id, text }) => ({ id, text }))] };
    const other = await openBench(unmarked);
    const without = await other.bench.runs.run(other.collection.id, spec, context);
    expect(without.noAnswer).toBeUndefined();
    expect(without.questionsKey).not.toBe(result.questionsKey);
    expect(without.warnings.map(({ code }) => code)).toContain('unjudged-questions');
  });

  it('keep their mark with the collection, and lose it where a passage is judged relevant', async () => {
    const kept = await open.bench.questions.read(open.collection.id);
    expect(kept.queries.filter((query) => query.unanswerable).map(({ id }) => id)).toEqual(
      unanswerable.map(({ id }) => id),
    );
    const judged = [...kept.judgments, { query: unanswerable[0]!.id, doc: docId('d0'), grade: 1 }];
    await open.bench.questions.save(open.collection.id, { ...kept, judgments: judged }, kept);
    const again = await open.bench.runs.run(open.collection.id, spec, context);
    expect(again.queries).toContain(unanswerable[0]!.id);
    expect(again.noAnswer!.questions).toEqual(unanswerable.slice(1).map(({ id }) => id));
    const zero = [...kept.judgments, { query: unanswerable[0]!.id, doc: docId('d0'), grade: 0 }];
    const rescored = await open.bench.questions.read(open.collection.id);
    await open.bench.questions.save(open.collection.id, { ...rescored, judgments: zero }, rescored);
    const last = await open.bench.runs.run(open.collection.id, spec, context);
    expect(last.queries).not.toContain(unanswerable[0]!.id);
    expect(last.noAnswer!.unanswerable).toBe(8);
  });

  it('are read of an external run by its own scores, and are no strangers to it', async () => {
    const { workshop, bench, collection } = await openBench({ ...made, queries: [...made.queries, ...unanswerable] });
    const queries = [...made.queries, ...unanswerable].map(({ id }) => id);
    const docs = [docId('d0')];
    // Scores that are lower for the questions without an answer, of which the last two have no list.
    const lists = queries.map((_, i) => (i >= queries.length - 2 ? [] : [{ doc: 0, score: i < 20 ? 9 : 1 }]));
    const run = { queries, docs, rankings: packRankings(lists) };
    await bench.runs.addExternal(collection.id, [{ file: 'other.run', tag: 'other', format: 'trec-run', run }]);
    const runs = await bench.runs.external(collection.id);
    const both = buildExperiment({ ...DEFAULT_SETTINGS, systems: [] }, MODELS, { documents: true, runs });
    const { noAnswer, warnings } = await bench.runs.run(collection.id, both, context);
    expect(noAnswer!.systems).toMatchObject([{ system: 'other', area: { auc: 1 }, heldOut: { balanced: 1 } }]);
    expect(warnings.map(({ code }) => code)).not.toContain('unjudged-questions');
    expect(workshop.work).toEqual({ embedded: 0, scored: 0 });
  });
});
