import { describe, expect, it } from 'vitest';
import { docId, queryId, type Doc, type Judgment } from '../../../../src/base/types';
import { documentChanges } from '../../../../src/domain/documents/document-changes';
import { relocate } from '../../../../src/domain/documents/relocate';
import { labelConcerns, NO_CONCERNS, staleLabels } from '../../../../src/domain/documents/stale-labels';

const q = queryId('q');
const queries = [{ id: q }];
const doc = (id: string, text: string): Doc => ({ id: docId(id), title: '', text });
const whole = (id: string, grade = 1): Judgment => ({ query: q, doc: docId(id), grade });
const part = (id: string, start: number, end: number, grade = 1): Judgment => ({ ...whole(id, grade), span: { start, end } }); // prettier-ignore
const ready = () => Promise.resolve();
const reasons = async (docs: readonly Doc[], ...judgments: Judgment[]) =>
  (await labelConcerns(docs, { queries, judgments }, NO_CONCERNS, ready)).map(({ reason }) => reason);

describe('judgments of one text', () => {
  const text = 'The valve opens at ten bar, and the pump starts.';

  it('are duplicates with one grade and contradict each other with two: in copies of a document', async () => {
    const docs = [doc('a', text), doc('b', text.replace('bar, ', 'bar,\n')), doc('c', 'Other.')];
    expect(await reasons(docs, whole('a'), whole('b'), whole('c'))).toEqual(['duplicate']);
    expect(await reasons(docs, whole('a'), whole('b', 0))).toEqual(['contradictory']);
  });

  it('and where parts of a document share half of the shorter one', async () => {
    const docs = [doc('a', text)];
    expect(await reasons(docs, part('a', 0, 20), part('a', 4, 25, 2))).toEqual(['contradictory']);
    expect(await reasons(docs, part('a', 0, 20), part('a', 18, 40))).toEqual([]);
    // A judged part beside its judged document is no contradiction: not all of it is about the question.
    expect(await reasons(docs, part('a', 0, 20, 2), whole('a', 1))).toEqual([]);
  });

  it('are told pair by pair, in the order of the judgments, however many a question has', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => doc(`d${i}`, `Text ${i % 2999}.`));
    let paced = 0;
    const judgments = many.map(({ id }) => whole(id)).concat(part('d5', 0, 5), part('d5', 1, 6, 0));
    const found = await labelConcerns(many, { queries, judgments }, NO_CONCERNS, () => Promise.resolve(void paced++));
    expect(found.map((each) => each.judgments.map(({ doc: id }) => id))).toEqual([
      ['d0', 'd2999'],
      ['d5', 'd5'],
    ]);
    expect(paced).toBe(1);
  });

  it('of another question are none', async () => {
    const judgments = [whole('a'), { ...whole('b', 0), query: queryId('other') }];
    expect(await labelConcerns([doc('a', text), doc('b', text)], { queries, judgments }, NO_CONCERNS, ready)).toEqual(
      [],
    );
  });
});

describe('judgments of documents that were read otherwise', () => {
  const before = [
    doc('edited', 'The copper filter is cleaned every spring with warm water.'),
    doc('gone', 'The delta rotor is balanced by the maker alone.'),
    doc('halves', 'The ember boiler holds two tons of water. The fjord gauge shows how hot it is in there.'),
    doc('moved', 'Some words. Then the pump starts to run by itself.'),
  ];
  const after = [
    doc('edited', 'The copper filter is never cleaned.'),
    doc('halves-1', 'The ember boiler holds two tons of water.'),
    doc('halves-2', 'The fjord gauge shows how hot it is in there.'),
    doc('moved', 'Other words. Then the pumps start to run by itself.'),
  ];
  const judgments = [whole('edited'), whole('gone', 2), whole('halves'), part('moved', 12, 50)];
  const relocated = relocate(before, after, { judgments });
  const stale = staleLabels(relocated, documentChanges(before, after));
  const concerns = (own: readonly Judgment[], settled: readonly string[] = []) =>
    labelConcerns(after, { queries, judgments: own }, { stale, settled }, ready);

  it('are to be checked, each with what became of its document', async () => {
    expect(
      (await concerns(relocated.judgments)).map(({ reason, stale: label }) => [reason, label!.document, label!.doc]),
    ).toEqual([
      ['moved', 'edited', 'moved'],
      ['edited', 'edited', 'edited'],
      ['lost', 'deleted', 'gone'],
      ['lost', 'split', 'halves'],
    ]);
  });

  it('need nobody once they are settled, removed, or judged anew in what the document became', async () => {
    const all = await concerns(relocated.judgments);
    expect((await concerns(relocated.judgments, [all[0]!.key, all[2]!.key])).map(({ reason }) => reason)).toEqual(['edited', 'lost']); // prettier-ignore
    expect((await concerns([])).map(({ reason }) => reason)).toEqual(['lost', 'lost']);
    expect((await concerns([whole('halves-1')])).map(({ stale: label }) => label!.doc)).toEqual(['gone']);
    expect(await labelConcerns(after, { queries: [], judgments: [] }, { stale, settled: [] }, ready)).toEqual([]);
  });
});
