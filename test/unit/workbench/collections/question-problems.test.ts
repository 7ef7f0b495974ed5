import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { Questions } from '../../../../src/contract/storage';
import { questionProblems } from '../../../../src/workbench/collections/save-questions';
import type { Judge } from '../../../../src/domain/judging/judges';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { keep, madeUp, openBench, openWorkshop } from '../workshop';
import { addStaleLabels } from '../../../../src/workbench/collections/label-concerns';

const docs = new Map([[docId('d1'), 'ab \n\t\u3000 cde']]);
const query = (id: string, text = 'what?') => ({ id: queryId(id), text });
const judgment = (q: string, d: string, grade = 1) => ({ query: queryId(q), doc: docId(d), grade });
const part = (q: string, d: string, start: number, end: number) => ({ ...judgment(q, d), span: { start, end } });

const ofD1 = { query: 'q1', doc: 'd1' };
const blankNeed = {
  query: queryId('q1'),
  needs: [{ docs: [docId('d1')], places: [{ doc: docId('d1'), start: 2, end: 4 }] }],
};

describe('edited questions', () => {
  it('are sound when every judgment names what is there', () => {
    expect(questionProblems({ queries: [query('q1')], judgments: [judgment('q1', 'd1', 0)] }, docs)).toEqual([]);
  });

  it('may judge several parts of a document, and the whole of it', () => {
    const judgments = [part('q1', 'd1', 0, 4), part('q1', 'd1', 2, 10), judgment('q1', 'd1', 0)];
    expect(questionProblems({ queries: [query('q1')], judgments }, docs)).toEqual([]);
  });

  it.each<[string, Partial<Questions>, string, object | null]>([
    ['an empty id', { queries: [query('')] }, 'question-without-id', null],
    ['an id twice', { queries: [query('q1'), query('q1')] }, 'question-repeated', { query: 'q1' }],
    ['an empty text', { queries: [query('q1', ' ')] }, 'question-empty', { query: 'q1' }],
    ['an unknown question', { judgments: [judgment('q2', 'd1')] }, 'judgment-without-question', { query: 'q2' }],
    ['an unknown document', { judgments: [judgment('q1', 'd2')] }, 'judgment-without-document', { ...ofD1, doc: 'd2' }],
    ['a part of white space', { judgments: [part('q1', 'd1', 2, 7)] }, 'judgment-blank', { ...ofD1, start: 2, end: 7 }],
    ['a need of white space', { requirements: [blankNeed] }, 'need-blank', { query: 'q1' }],
    ['a grade of no scale', { judgments: [judgment('q1', 'd1', -9e15)] }, 'judgment-grade', ofD1],
    ['half a grade', { judgments: [judgment('q1', 'd1', 0.5)] }, 'judgment-grade', ofD1],
    ['a part beyond the text', { judgments: [part('q1', 'd1', 4, 11)] }, 'judgment-outside', ofD1],
    ['an empty part', { judgments: [part('q1', 'd1', 4, 4)] }, 'judgment-outside', ofD1],
    ['a part twice', { judgments: [part('q1', 'd1', 4, 6), part('q1', 'd1', 4, 6)] }, 'judgment-repeated', ofD1],
    ['a pair twice', { judgments: [judgment('q1', 'd1'), judgment('q1', 'd1')] }, 'judgment-repeated', ofD1],
  ])('with %s are refused', (_, questions, code, data) => {
    const found = questionProblems({ queries: [query('q1')], judgments: [], ...questions }, docs);
    expect(found).toContainEqual({ code, data });
  });
});

const judge = (name: string, ...grades: readonly [query: string, doc: string, grade: number][]): Judge => ({
  name,
  files: [`${name}.csv`],
  grades: grades.map(([query, doc, grade]) => ({ query: queryId(query), doc: docId(doc), grade, file: 0 })),
});
const anna = judge('Anna', ['q0', 'd0', 0], ['q0', 'd5', 3]);
const ben = judge('Ben', ['q0', 'd0', 0], ['q0', 'd5', 2]);

const act = (query: string, doc: string, grade: number | null) => ({
  query: queryId(query),
  doc: docId(doc),
  span: null,
  grade,
  round: 1,
  note: '',
  milliseconds: 10,
  at: 1,
});

async function open() {
  const workshop = await openWorkshop();
  const { id } = await keep(workshop, madeUp(20, 4));
  const bench = createWorkbench(workshop.ports);
  const before = await bench.questions.read(id);
  const record = await bench.questions.changeJudges(id, { kind: 'judges', judges: [anna, ben] });
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

  it('are overruled by an act, or joined by it, whoever reads the questions next', async () => {
    const { workshop, id, bench, grades } = await open();
    await bench.questions.addActs(id, [act('q0', 'd0', 3)]);
    expect(await grades(createWorkbench(workshop.ports))).toEqual({ d0: 3, d5: 2 });
    await bench.questions.changeJudges(id, { kind: 'own', own: 'counts' });
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
    await bench.questions.changeJudges(id, { kind: 'rule', rule: 'highest' });
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
