import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { addStaleLabels } from '../../../../src/workbench/collections/label-concerns';
import { madeUp, openBench } from '../workshop';

describe('judgments to check', () => {
  it('are settled, come back when that is undone, and go with the judgments they are of', async () => {
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
});
