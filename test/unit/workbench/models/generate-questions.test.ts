import { beforeEach, describe, expect, it } from 'vitest';
import { docId, type Place } from '../../../../src/base/types';
import { type QuestionsAsked, questionsByModel } from '../../../../src/workbench/models/generate-questions';
import { CARD, context, endedAtThird, scripted } from './scripted-generator';
import { keep, madeUp, openWorkshop, type Workshop } from '../workshop';

const whole = (i: number): Place => ({ doc: docId(`d${i}`), start: 0, end: 60 });
const asked = (passages: readonly Place[], count = 1): QuestionsAsked => ({
  passages,
  template: 'Ask {count}: {passage}',
  count,
  maxNewTokens: 50,
});

describe('questions by a model', () => {
  let workshop: Workshop;
  let id: string;

  beforeEach(async () => {
    workshop = await openWorkshop();
    id = (await keep(workshop, madeUp(4, 2))).id;
  });

  it('are of the passages in their order, say which model wrote them, and are checked', async () => {
    const model = scripted(workshop.ports, (prompt) => `[{"question": "Which is number ${prompt.at(-1)}?"}]`);
    const made = await questionsByModel(model.ports, id, model.generator, asked([whole(2), whole(0)]), context().all);
    expect(model.asked[0]).toMatch(/^Ask 1 question: \w+ \w+ \w+ number 2$/);
    expect(made.candidates.map(({ text, place }) => [text, place.doc].join(' '))).toEqual([
      'Which is number 2? d2',
      'Which is number 0? d0',
    ]);
    for (const each of made.candidates) {
      expect(each).toMatchObject({ origin: 'model', model: CARD.id });
      expect(each.checks).toBeDefined();
    }
    expect(made).toMatchObject({ read: 2, reused: 0, fewer: 0, cut: 0, failures: [] });
    expect(model.released).toBe(1);
  });

  it('that cannot be read are listed with the reply, and those that are too few or cut off are counted', async () => {
    const replies = [
      'I would rather not.',
      { tooLong: true },
      { text: '[{"question": "Which am', cut: true },
      '["Which birch?"]',
    ];
    let next = 0;
    const model = scripted(workshop.ports, () => replies[next++]!);
    const passages = [0, 1, 2, 3].map(whole);
    const made = await questionsByModel(model.ports, id, model.generator, asked(passages, 2), context().all);
    expect(made.failures).toEqual([
      { place: whole(0), why: 'unreadable', reply: 'I would rather not.' },
      { place: whole(1), why: 'too-long', reply: '' },
      { place: whole(2), why: 'unreadable', reply: '[{"question": "Which am' },
    ]);
    expect(made).toMatchObject({ read: 4, fewer: 1, cut: 1 });
    expect(made.candidates).toHaveLength(1);
  });

  it('are what is written by then where it is stopped, also in the middle of a passage', async () => {
    const { stopping, all } = context();
    const model = endedAtThird(workshop.ports, stopping, (call) => `["Which is ${call}?"]`);
    const made = await questionsByModel(model.ports, id, model.generator, asked([0, 1, 2, 3].map(whole)), all);
    expect(made.candidates.map(({ text }) => text)).toEqual(['Which is 1?', 'Which is 2?']);
    expect(made.read).toBe(2);
  });

  it('are none where it is cancelled, and what was written is not written again', async () => {
    const { ending, all } = context();
    const first = endedAtThird(workshop.ports, ending, (call) => `["Which is ${call}?"]`);
    const passages = [0, 1, 2, 3].map(whole);
    const cancelled = questionsByModel(first.ports, id, first.generator, asked(passages), all);
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(first.released).toBe(1);
    const again = scripted(workshop.ports, () => '["Which again?"]');
    const made = await questionsByModel(again.ports, id, again.generator, asked(passages), context().all);
    expect(again.asked).toHaveLength(2);
    expect(made).toMatchObject({ read: 4, reused: 2 });
  });
});
