import { logitOf } from '../../../../src/domain/rerank/rerank-order';
import { describe, expect, it } from 'vitest';
import type { ExpectedProblem } from '../../../../src/contract/errors';
import { catalogue, lexical } from '../../../../src/domain/experiment/catalogue';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_CROSS_FITTED } from '../../../../src/domain/fusion/fusion-spec';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { defaultLearned } from '../../../../src/domain/ltr/learned-spec';
import { defaultTermGraph } from '../../../../src/domain/retrieval/retriever-spec';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import type { TriedLists, TriedQuestion } from '../../../../src/workbench/inspect/tried-question';
import { experiment, externalRun, keep, madeUp, openBench, quiet } from '../workshop';

const QUESTION = 'copper heron lantern';
const six = experiment();

async function opened(dataset: Dataset = madeUp(60, 12)) {
  const { workshop, bench, collection } = await openBench(dataset);
  return { workshop, bench, id: collection.id };
}

const listsOf = ({ systems }: TriedQuestion, id: string): TriedLists => {
  const found = systems.find((system) => system.id === id)!;
  if (!found.ok) throw new Error(found.problem.code);
  return found.lists;
};
const problemOf = ({ systems }: TriedQuestion, id: string): ExpectedProblem => {
  const found = systems.find((system) => system.id === id)!;
  if (found.ok) throw new Error(`${id} was run`);
  return found.problem;
};
const composed = (...systems: ComposedSystem[]): ExperimentSpec => experiment({ systems: [], composed: systems });
const words = lexical(DEFAULT_ANALYZER);
const cosine = catalogue().find(({ system }) => system.id === 'cosine')!.system.retrievers[0]!;

describe('a question that is tried', () => {
  it('finds what an evaluation finds for it, with the same scores', async () => {
    const dataset = madeUp(60, 12);
    const { bench, id } = await opened(dataset);
    const tried = await bench.inspect.tryQuestion(id, six, QUESTION, quiet);
    const queries = [...dataset.queries, { id: queryId('new'), text: QUESTION }];
    const judgments = [...dataset.judgments, { query: queryId('new'), doc: docId('d1'), grade: 1 }];
    await bench.questions.save(id, { queries, judgments });
    const result = await bench.runs.run(id, six, quiet);
    expect(tried.systems.map((system) => system.id)).toEqual(six.systems.map((system) => system.id));
    for (const system of six.systems) {
      const run = (await bench.inspect.rankings(result, system.id))!.get(queryId('new'))!;
      const { passages, found, cut } = listsOf(tried, system.id);
      expect(passages.map(({ id: passage, score }) => ({ id: passage, score }))).toEqual(run.slice(0, 10));
      expect(passages.map(({ rank }) => rank)).toEqual(run.slice(0, 10).map((_, i) => i + 1));
      expect([found, cut]).toEqual([run.length, 0]);
    }
  });

  it('reuses vectors, pairs and indexes of evaluations, and leaves questions and results as they were; asks no model where only what is kept shall answer', async () => {
    const { workshop, bench, id } = await opened();
    await bench.runs.run(id, six, quiet);
    const start = { ...workshop.work };
    const [known] = (await bench.questions.read(id)).queries;
    const ofRun = await bench.inspect.tryQuestion(id, six, known!.text, { ...quiet, cached: true });
    expect(ofRun.systems.every(({ ok }) => ok)).toBe(true);
    const other = await bench.inspect.tryQuestion(id, six, QUESTION, { ...quiet, cached: true });
    expect(listsOf(other, 'bm25').passages).toHaveLength(10);
    expect(problemOf(other, 'embedding')).toEqual({ code: 'system-not-cached', data: null });
    expect(workshop.work).toEqual(start);
    const [questions, results] = [await bench.questions.read(id), await bench.runs.results(id)];
    const before = { ...workshop.work };
    await bench.inspect.tryQuestion(id, six, QUESTION, quiet);
    // The question itself, and at most its pairs of two rerankers over nearly the same candidates.
    expect(workshop.work.embedded - before.embedded).toBe(1);
    expect(workshop.work.scored - before.scored).toBeLessThanOrEqual(40);
    const after = { ...workshop.work };
    await bench.inspect.tryQuestion(id, six, ` ${QUESTION}\n`, quiet);
    expect(workshop.work).toEqual(after);
    expect([await bench.questions.read(id), await bench.runs.results(id)]).toEqual([questions, results]);
  });

  it('gives the rank of every passage in each list, and what the reranker made of it', async () => {
    const { bench, id } = await opened();
    const tried = await bench.inspect.tryQuestion(id, six, QUESTION, quiet);
    const [bm25, embedding] = [listsOf(tried, 'bm25'), listsOf(tried, 'embedding')];
    const reranked = six.systems.find((system) => system.id === 'ensemble-rerank')!.rerank!;
    const { passages } = listsOf(tried, 'ensemble-rerank');
    const fused = listsOf(tried, 'ensemble');
    for (const passage of passages) {
      for (const [list, alone] of [bm25, embedding].entries()) {
        const own = alone.passages.find(({ id: other }) => other === passage.id);
        if (own) expect(passage.lists[list]!.rank).toEqual({ rank: own.rank, score: own.score });
      }
      const first = fused.passages.find(({ id: other }) => other === passage.id);
      const [joined, step] = passage.steps;
      if (first) expect(step!.before).toEqual({ rank: first.rank, score: first.score });
      expect([joined!.part, step!.part]).toEqual(['fusion', 'rerank']);
      expect(joined!.after).toEqual(step!.before);
      expect(passage.shares!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(joined!.after.score, 12);
      expect(step!.after.score).toBe(passage.score);
      // Shared letters are counted by the reranker of the tests: no logit is below 0 or above 1.
      const logit = logitOf(passage.score, step!.before!.score, reranked.interpolation);
      expect(logit).toBeGreaterThanOrEqual(0);
      expect(logit).toBeLessThanOrEqual(1 + 1e-6);
    }
    expect(bm25.passages[0]).toMatchObject({ steps: [], shares: null });
  });

  it('explains words by shares that add up to the score of their list, and marks the terms where they are', async () => {
    const { bench, id } = await opened();
    const spec = experiment({
      systems: ['bm25'],
      composed: [
        composedSystem('lucene', [words]),
        composedSystem('graph', [{ ...defaultTermGraph(DEFAULT_ANALYZER), mostPassages: 1 }]),
      ],
    });
    const tried = await bench.inspect.tryQuestion(id, spec, `${QUESTION} nowhere`, quiet);
    for (const system of tried.systems) {
      const { passages } = listsOf(tried, system.id);
      expect(passages.length).toBeGreaterThan(3);
      for (const { lists, text, marks, title } of passages) {
        const { rank, words } = lists[0]!;
        const held = words!.terms.filter(({ inDocument }) => inDocument > 0).map(({ term }) => term);
        const shown = marks.text.map(({ start, end }) => text!.slice(start, end));
        expect(new Set(shown)).toEqual(new Set(held));
        expect([title, marks.title]).toEqual(['', []]);
        if (system.id === 'graph') expect(words!.terms.every(({ share }) => share === null)).toBe(true);
        else {
          const sum = words!.terms.reduce((total, { share }) => total + share!, 0);
          expect(Math.abs(sum - rank!.score)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('does not run what is trained on judged questions, or comes from files without this question, and says why', async () => {
    const { bench, id } = await opened();
    const pair: ComposedSystem['retrievers'] = [words, cosine];
    const [header] = await bench.runs.addExternal(id, [externalRun({ q0: ['d3', 'gone'] }, 'other')]);
    const run = { kind: 'run', name: header!.system, hash: header!.hash } as const;
    const spec = composed(
      { ...composedSystem('bayes', pair), crossFitted: DEFAULT_CROSS_FITTED.bayesfuse },
      composedSystem('learned', pair, { learned: defaultLearned('lambda-mart') }),
      composedSystem('from file', [run]),
      composedSystem('lucene', [words]),
    );
    const tried = await bench.inspect.tryQuestion(id, spec, QUESTION, quiet);
    expect(problemOf(tried, 'bayes')).toEqual({ code: 'system-needs-evaluation', data: { method: 'bayesfuse' } });
    expect(problemOf(tried, 'learned')).toEqual({ code: 'system-needs-evaluation', data: { method: null } });
    expect(problemOf(tried, 'from file')).toEqual({ code: 'system-not-asked', data: { kind: 'run', name: 'other' } });
    expect(listsOf(tried, 'lucene').passages).toHaveLength(10);

    // A question of the collection is asked as that one: the run has a list for it, and judgments are shown.
    const known = await bench.inspect.tryQuestion(id, spec, madeUp(60, 12).queries[0]!.text, quiet);
    expect([tried.known, known.known]).toEqual([null, 'q0']);
    expect(listsOf(known, 'from file').passages.map(({ id: passage, text }) => [passage, text === null])).toEqual([
      ['d3', false],
      ['gone', true],
    ]);
    const judged = listsOf(known, 'lucene').passages.filter(({ grade }) => grade !== null);
    expect(judged.map(({ id: passage, grade }) => [passage, grade])).toEqual([['d0', 1]]);
    expect(listsOf(tried, 'lucene').passages.every(({ grade }) => grade === null)).toBe(true);
  });

  it('counts what a threshold took out', async () => {
    const { bench, id } = await opened();
    const asked = async (changes: Partial<ComposedSystem> = {}) =>
      listsOf(
        await bench.inspect.tryQuestion(id, composed({ ...composedSystem('w', [words]), ...changes }), QUESTION, quiet),
        'w',
      );
    const all = await asked();
    const threshold = all.passages[4]!.score;
    const cut = await asked({ threshold });
    const kept = all.passages.filter(({ score }) => score >= threshold);
    expect(cut.passages).toEqual(
      kept.map((each) => {
        const at = { rank: each.rank, score: each.score };
        return { ...each, steps: [{ part: 'threshold', before: at, after: at, reads: null }] };
      }),
    );
    expect(cut.found + cut.cut).toBe(all.found);
    expect(cut.cut).toBeGreaterThan(0);
  });

  it('finds chunks with their places, and knows a judged span by what it overlaps', async () => {
    const text = 'The heron waits by the reeds.\n\nCopper lanterns were hung along the quay.\n\nNothing else is told.';
    const dataset: Dataset = {
      docs: [{ id: docId('a.md'), title: 'Quay', text }],
      queries: [{ id: queryId('q'), text: 'where were lanterns hung?' }],
      judgments: [{ query: queryId('q'), doc: docId('a.md'), grade: 2, span: { start: 33, end: 60 } }],
    };
    const { bench, id } = await opened(dataset);
    const [system] = composed(composedSystem('w', [words])).systems;
    const chunker = { ...DEFAULT_CHUNKER, size: 45, overlap: 0, context: 'title' } as const;
    const spec: ExperimentSpec = { ...six, systems: [{ ...system!, chunker }] };
    const { passages } = listsOf(await bench.inspect.tryQuestion(id, spec, 'where were lanterns hung?', quiet), 'w');
    const [first] = passages;
    expect(text.slice(first!.place!.start, first!.place!.end)).toBe(first!.text);
    expect([first!.text, first!.title, first!.grade]).toEqual(['Copper lanterns were hung along the quay.', 'Quay', 2]);
    expect(first!.marks.text.map(({ start, end }) => first!.text!.slice(start, end))).toContain('hung');
  });

  it('stops when it is cancelled, and refuses an empty question and a collection without documents', async () => {
    const { workshop, bench, id } = await opened();
    const abort = new AbortController();
    workshop.interrupt = () => abort.abort();
    await expect(bench.inspect.tryQuestion(id, six, QUESTION, { ...quiet, signal: abort.signal })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
    workshop.interrupt = null;
    await expect(bench.inspect.tryQuestion(id, six, '  \n', quiet)).rejects.toMatchObject({ code: 'no-question' });
    const { id: bare } = await keep(workshop, { ...madeUp(3, 3), docs: [] }, 'bare');
    await expect(bench.inspect.tryQuestion(bare, six, QUESTION, quiet)).rejects.toMatchObject({
      code: 'nothing-to-search',
    });
  });
});
