import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { LiveScores } from '../../../../src/domain/judging/live';
import { Places } from '../../../../src/domain/judging/places';
import { experiment, madeUp, openBench, quiet } from '../workshop';
import { act } from '../../domain/judging/make';

async function open() {
  const { workshop, bench, collection } = await openBench(madeUp(20, 4));
  return { workshop, id: collection.id, bench };
}

describe('acts of judging', () => {
  it('are in the judgments when questions are read next, also by another page after a crash', async () => {
    const { workshop, id, bench } = await open();
    await bench.questions.read(id);
    expect(await bench.questions.addActs(id, [act('q0', 'd5', 2), act('q0', 'd0', null)])).toBe(2);
    // Nothing of the first page is left but what is on disk.
    const reopened = createWorkbench(workshop.ports);
    const { judgments, judgedActs } = await reopened.questions.read(id);
    expect(judgments.filter(({ query }) => query === 'q0')).toEqual([{ query: 'q0', doc: 'd5', grade: 2 }]);
    expect(judgedActs).toBe(2);
    expect((await workshop.ports.storage.collections.get(id))!.counts).toMatchObject({
      judgments: 4,
      judgedQueries: 4,
    });
    expect(await reopened.questions.acts(id)).toHaveLength(2);
  });

  it('are counted among the collections before their questions are read', async () => {
    const { workshop, id, bench } = await open();
    await bench.collections.list();
    await bench.questions.addActs(id, [act('q0', 'd5', 2), act('q0', 'd6', 0)]);
    const reopened = createWorkbench(workshop.ports);
    const record = (await reopened.collections.list()).find((each) => each.id === id)!;
    expect(record.counts.judgments).toBe(6);
    expect(record).toEqual(await workshop.ports.storage.collections.get(id));
  });

  it('are folded in once: what is edited afterwards stays', async () => {
    const { id, bench } = await open();
    await bench.questions.addActs(id, [act('q0', 'd5', 2)]);
    const questions = await bench.questions.read(id);
    const without = { ...questions, judgments: questions.judgments.filter(({ doc }) => doc !== 'd5') };
    await bench.questions.save(id, without);
    expect((await bench.questions.read(id)).judgments).toEqual(without.judgments);
  });

  it('are saved beside a judgment that came without its document, which a new judgment may not name', async () => {
    const dataset = madeUp(20, 4);
    const gone = { query: queryId('q0'), doc: docId('gone'), grade: 1 };
    const { bench, collection } = await openBench({ ...dataset, judgments: [...dataset.judgments, gone] });
    await bench.questions.addActs(collection.id, [act('q0', 'd5', 2)]);
    const questions = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, questions);
    expect((await bench.questions.read(collection.id)).judgments).toContainEqual(gone);
    const judgments = [...questions.judgments, { ...gone, doc: docId('other') }];
    await expect(bench.questions.save(collection.id, { ...questions, judgments })).rejects.toMatchObject({
      data: { problems: [{ code: 'judgment-without-document', data: { doc: 'other' } }] },
    });
  });

  it('made while questions are edited are not lost when these are saved', async () => {
    const { id, bench } = await open();
    const edited = await bench.questions.read(id);
    await bench.questions.addActs(id, [act('q1', 'd7', 3)]);
    // Something else reads the questions, and folds the act in, before the editor saves what it has.
    await bench.questions.read(id);
    const text = 'edited meanwhile';
    await bench.questions.save(id, {
      ...edited,
      queries: edited.queries.map((query) => (query.id === 'q2' ? { ...query, text } : query)),
    });
    const { queries, judgments } = await bench.questions.read(id);
    expect(queries.find((query) => query.id === 'q2')!.text).toBe(text);
    expect(judgments).toContainEqual({ query: 'q1', doc: 'd7', grade: 3 });
  });

  it('on a question that was deleted, or outside the text, say nothing and stop nothing', async () => {
    const { id, bench } = await open();
    const questions = await bench.questions.read(id);
    await bench.questions.addActs(id, [
      act('q3', 'd7', 3),
      act('q0', 'd7', 1, { span: { start: 0, end: 9999 } }),
      act('q0', 'gone', 1),
      act('q0', 'd7', 1, { span: { start: 0, end: 5 } }),
    ]);
    const kept = questions.queries.filter((query) => query.id !== 'q3');
    const judgments = questions.judgments.filter(({ query }) => query !== 'q3');
    await bench.questions.save(id, { ...questions, queries: kept, judgments });
    expect((await bench.questions.read(id)).judgments).toEqual([
      ...judgments,
      { query: 'q0', doc: 'd7', grade: 1, span: { start: 0, end: 5 } },
    ]);
  });

  it('are folded by two pages at once without a loss', async () => {
    const { workshop, id, bench } = await open();
    await bench.questions.addActs(id, [act('q0', 'd5', 2)]);
    const other = createWorkbench(workshop.ports);
    await Promise.all([
      bench.questions.read(id),
      other.questions.addActs(id, [act('q0', 'd6', 1)]),
      other.questions.read(id),
    ]);
    const { judgments } = await bench.questions.read(id);
    expect(judgments.filter(({ query }) => query === 'q0').map(({ doc }) => doc)).toEqual(['d0', 'd5', 'd6']);
  });

  it('count in an evaluation that is started without reading questions first', async () => {
    const { id, bench } = await open();
    const spec = experiment({ systems: ['bm25'], ks: [5], measures: ['num_rel'] });
    await bench.questions.addActs(id, [act('q0', 'd5', 1), act('q0', 'd6', 1)]);
    expect((await bench.runs.run(id, spec, quiet)).systems[0]!.measures['num_rel']).toBe(6);
  });

  it('give, while they are made, the numbers of the evaluation that follows', async () => {
    const { id, bench } = await open();
    const docs = new Map((await bench.collections.docs(id)).map((doc) => [doc.id, doc]));
    const measures = ['nDCG@5', 'MAP@5', 'ERR@5'];
    const spec = experiment({ systems: ['bm25', 'embedding'], ks: [5], measures });
    const before = await bench.runs.run(id, spec, quiet);
    const found = before.docs.slice(0, 6);
    await bench.questions.addActs(
      id,
      before.queries.flatMap((query) => found.map((doc, i) => act(query, doc, i % 4))),
    );
    const { judgments } = await bench.questions.read(id);
    const after = await bench.runs.run(id, spec, quiet);
    for (const measure of measures) {
      const live = new LiveScores(before, docs, { measure, k: 5, places: new Places(docs), cutter: null });
      before.queries.forEach((query, index) => {
        const own = judgments.filter((each) => each.query === query);
        live.take(index, { query, judgments: own, requirement: undefined });
      });
      after.systems.forEach((system, i) => {
        expect(live.mean(i)).toBe(system.measures[measure]);
        expect([...live.rows()[i]!]).toEqual([...system.perQuery[measure]!]);
      });
    }
  });
});
