import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { Judge } from '../../../../src/domain/judging/judges';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { addStaleLabels } from '../../../../src/workbench/collections/label-concerns';
import { madeUp, openBench } from '../workshop';
import { act } from '../../domain/judging/make';

const judge = (name: string, ...grades: readonly [query: string, doc: string, grade: number][]): Judge => ({
  name,
  files: [`${name}.csv`],
  grades: grades.map(([query, doc, grade]) => ({ query: queryId(query), doc: docId(doc), grade, file: 0 })),
});
const anna = judge('Anna', ['q0', 'd0', 0], ['q0', 'd5', 3]);
const ben = judge('Ben', ['q0', 'd0', 0], ['q0', 'd5', 2]);

async function open() {
  const { workshop, bench, collection } = await openBench(madeUp(20, 4));
  const { id } = collection;
  const before = await bench.questions.read(id);
  const record = await bench.questions.changeJudges(id, { judges: [anna, ben] });
  const grades = async (from = bench) =>
    Object.fromEntries(
      (await from.questions.read(id)).judgments
        .filter(({ query }) => query === 'q0')
        .map(({ doc, grade }) => [doc, grade]),
    );
  return { workshop, id, bench, before, record, grades };
}

describe('judges of a collection', () => {
  it('are stored with the judgments that are merged from them, which are counted', async () => {
    const { workshop, id, record, grades } = await open();
    expect(await grades()).toEqual({ d0: 0, d5: 2 });
    expect(record.counts).toMatchObject({ judgments: 5, judgedQueries: 4 });
    const reopened = createWorkbench(workshop.ports);
    expect((await reopened.questions.judges(id))!.judges.map(({ name }) => name)).toEqual(['Anna', 'Ben']);
    expect(await grades(reopened)).toEqual({ d0: 0, d5: 2 });
  });

  it('give all back when they are removed', async () => {
    const { id, bench, before } = await open();
    await bench.questions.changeJudges(id, { judges: [] });
    expect((await bench.questions.read(id)).judgments.toSorted(byText)).toEqual(before.judgments.toSorted(byText));
  });

  it('are overruled by an act, or joined by it, whoever reads the questions next', async () => {
    const { workshop, id, bench, grades } = await open();
    await bench.questions.addActs(id, [act('q0', 'd0', 3)]);
    expect(await grades(createWorkbench(workshop.ports))).toEqual({ d0: 3, d5: 2 });
    await bench.questions.changeJudges(id, { own: 'counts' });
    expect(await grades()).toEqual({ d0: 0, d5: 2 });
    await bench.questions.addActs(id, [act('q0', 'd5', 3)]);
    expect(await grades()).toEqual({ d0: 0, d5: 3 });
  });

  it('do not undo what is edited: a changed grade is an act, and survives another rule', async () => {
    const { id, bench, grades } = await open();
    const questions = await bench.questions.read(id);
    const edited = questions.judgments.map((each) => (each.doc === 'd5' ? { ...each, grade: 1 } : each));
    await bench.questions.save(id, { ...questions, judgments: edited }, questions);
    expect(await grades()).toEqual({ d0: 0, d5: 1 });
    expect(await bench.questions.acts(id)).toMatchObject([{ doc: 'd5', grade: 1, round: 1 }]);
    await bench.questions.changeJudges(id, { rule: 'highest' });
    expect(await grades()).toEqual({ d0: 0, d5: 1 });
  });

  it('leave a draft of before unsaved, and write nothing of it', async () => {
    const { id, bench, before, grades } = await open();
    const draft = { ...before, judgments: [] };
    await expect(bench.questions.save(id, draft, before)).rejects.toMatchObject({ code: 'changed-elsewhere' });
    expect(await grades()).toEqual({ d0: 0, d5: 2 });
    expect(await bench.questions.acts(id)).toEqual([]);
  });
});

const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

it('judgments to check are settled, come back when that is undone, and go with the judgments they are of', async () => {
  const data = madeUp(6, 3);
  const copy = { ...data.docs[0]!, id: docId('copy') };
  const judgments = [...data.judgments, { query: queryId('q0'), doc: copy.id, grade: 0 }];
  const { bench, collection, workshop } = await openBench({ ...data, docs: [...data.docs, copy], judgments });
  const stale = { query: queryId('q1'), doc: docId('d1'), grade: 1, text: null, reason: 'edited', document: 'edited', into: [], to: { doc: docId('d1'), start: 0, end: 0 } } as const; // prettier-ignore
  await addStaleLabels(workshop.ports, collection.id, [stale]);
  const reasons = async () => (await bench.questions.labelConcerns(collection.id)).map(({ reason }) => reason);
  expect(await reasons()).toEqual(['edited', 'contradictory']);

  const [first] = await bench.questions.labelConcerns(collection.id);
  expect(await bench.questions.settleConcern(collection.id, first!.key, true)).toHaveLength(1);
  expect(await reasons()).toEqual(['contradictory']);
  await bench.questions.settleConcern(collection.id, first!.key, false);
  expect(await reasons()).toEqual(['edited', 'contradictory']);

  const questions = await bench.questions.read(collection.id);
  await bench.questions.save(collection.id, { ...questions, judgments: data.judgments }, questions);
  expect(await reasons()).toEqual(['edited']);
});
