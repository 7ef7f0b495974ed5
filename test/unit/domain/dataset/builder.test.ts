import { describe, expect, it } from 'vitest';
import { builder, placesOf } from './make';

const at = (line: number) => ({ file: 'a', line });

function sound() {
  const made = builder();
  made.builder.addDoc('d1', 'T', 'first text', at(1));
  made.builder.addDoc('d2', '', 'second text', at(2));
  made.builder.addQuery('q1', 'which?', at(3));
  return made;
}

describe('a collection that is put together', () => {
  it('has documents, questions and judgments grouped by question, and no needs', () => {
    const { builder: dataset, log } = sound();
    dataset.addQuery('q2', 'why?', at(4));
    dataset.addJudgment('q1', 'd1', 1, at(5));
    dataset.addJudgment('q2', 'd1', 1, at(6));
    dataset.addJudgment('q1', 'd2', 0, at(7));
    const { judgments, ...rest } = dataset.finish();
    expect(judgments.map(({ query, doc }) => `${query} ${doc}`)).toEqual(['q1 d1', 'q1 d2', 'q2 d1']);
    expect(Object.keys(rest)).toEqual(['docs', 'queries']);
    expect([log.problems, log.warnings]).toEqual([[], []]);
  });

  it('has every document of every need judged once', () => {
    const { builder: dataset, log } = sound();
    dataset.addNeeds('q1', [['d1', 'd2'], ['d1']], at(4));
    dataset.addGroundTruth('q1', 'FIRST', at(5));
    const { judgments, requirements } = dataset.finish();
    expect(judgments.map(({ doc, grade }) => [doc, grade].join(' '))).toEqual(['d1 1', 'd2 1']);
    expect(requirements).toEqual([
      { query: 'q1', needs: [{ docs: ['d1', 'd2'] }, { docs: ['d1'] }, { docs: ['d1'], text: 'FIRST' }] },
    ]);
    expect([log.problems, log.warnings]).toEqual([[], []]);
  });

  it('warns of texts that are found nowhere, and refuses if all are', () => {
    const some = sound();
    some.builder.addGroundTruth('q1', 'first', at(4));
    some.builder.addGroundTruth('q1', 'nowhere', at(5));
    expect(some.builder.finish().requirements?.[0]?.needs[1]).toEqual({ docs: [], text: 'nowhere' });
    expect(placesOf(some.log.warnings)).toEqual(['unmatched-texts a']);
    const none = sound();
    none.builder.addGroundTruth('q1', 'nowhere', at(4));
    none.builder.finish();
    expect(placesOf(none.log.problems)).toEqual(['unmatched-texts a']);
  });

  it('refuses empty ids of judgments, and what points to nothing', () => {
    const { builder: dataset, log } = sound();
    dataset.addJudgment('', 'd1', 1, at(4));
    dataset.addJudgment('q1', '', 1, at(5));
    dataset.addJudgment('q9', 'd1', 1, at(6));
    dataset.addJudgment('q1', 'd9', 1, at(7));
    dataset.finish();
    expect(placesOf(log.problems)).toEqual([
      'empty-id a 4',
      'empty-id a 5',
      'unknown-question a 6',
      'unknown-document a 7',
    ]);
  });

  it('does not miss what is known to be lost', () => {
    const { builder: dataset, log } = builder();
    dataset.lostAll();
    dataset.finish();
    expect(log.problems).toEqual([]);
  });

  it('finds a question by its text, the first of several, or by its id', () => {
    const { builder: dataset } = sound();
    dataset.addQuery('q2', 'which?', at(4));
    dataset.addQuery('why?', 'x', at(5));
    expect(['which?', 'why?', 'new'].map((text) => dataset.queryIdOf(text))).toEqual(['q1', 'why?', 'new']);
  });
});

describe('judgments alone', () => {
  it('need no documents, and make the questions that are not there', () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone((id) => `text of ${id}`);
    dataset.addQuery('q1', 'which?', at(1));
    dataset.addJudgment('q2', 'd1', 1, at(2));
    dataset.addJudgment('q1', 'd1', 1, at(3));
    const { docs, queries } = dataset.finish();
    expect(docs).toEqual([]);
    expect(queries).toEqual([
      { id: 'q1', text: 'which?' },
      { id: 'q2', text: 'text of q2' },
    ]);
    expect(log.problems).toEqual([]);
  });

  it('are missed where there are none', () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone();
    dataset.expect('judgment', at(1));
    dataset.finish();
    expect(placesOf(log.problems)).toEqual(['no-judgments a 1']);
  });

  it('keeps the mark of a question without an answer, and refuses it beside a relevant document', () => {
    const { builder: dataset, log } = sound();
    dataset.addQuery('q2', 'why?', at(4), { unanswerable: true });
    dataset.addJudgment('q1', 'd1', 1, at(5));
    dataset.addJudgment('q2', 'd1', 0, at(6));
    expect(dataset.finish().queries[1]).toEqual({ id: 'q2', text: 'why?', unanswerable: true });
    expect(log.problems).toEqual([]);
    dataset.addJudgment('q2', 'd2', 2, at(7));
    dataset.finish();
    expect(log.problems).toEqual([{ code: 'unanswerable-judged', ...at(7), data: ['q2'] }]);
  });
});
