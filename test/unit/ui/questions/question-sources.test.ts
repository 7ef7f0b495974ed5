import { describe, expect, test } from 'vitest';
import { createQuestions } from '../../../../src/adapters/questions/questions';
import type { CollectionRecord, Questions } from '../../../../src/contract/storage';
import { llamaIndexJson } from '../../../../src/domain/report/llamaindex-json';
import { docId, queryId, type Doc } from '../../../../src/base/types';
import type { Workbench, WorkbenchPart } from '../../../../src/workbench/workbench';
import { QuestionSourcesState } from '../../../../src/ui/questions/question-sources.svelte';

const SECTION =
  'How valves stop a flow\n\nA valve is a device that stops a flow of water, of oil or of steam in a pipe, and lets it go again.';
const docs: Doc[] = ['', 'Copied:\n\n'].map((before, i) => ({
  id: docId('ab'[i]!),
  title: i === 0 ? 'What the foundry of Brandholm cast' : '',
  text: before + SECTION,
  outline: { pages: [], headings: [{ start: before.length, level: 2, text: 'How valves stop a flow' }] },
}));

/** The state over the real worker's code, with one collection in memory. */
function open(unsaved = false) {
  let kept: Questions = { queries: [{ id: queryId('q1'), text: 'Who?' }], judgments: [] };
  const files: string[] = [];
  const told: string[] = [];
  const worker = createQuestions();
  const workbench: WorkbenchPart<{
    questions: 'generate' | 'check' | 'read' | 'save' | 'llamaIndex';
    models: 'writing';
  }> = {
    // What a model writes is tested in the browser.
    models: { writing: {} as Workbench['models']['writing'] },
    questions: {
      generate: (_, options, { progress }) => worker.generateQuestions({ docs, options }, progress),
      check: (_, candidates) => worker.checkQuestions({ docs, candidates }),
      read: () => Promise.resolve(kept),
      save: (_, questions) => {
        kept = questions;
        return Promise.resolve({ id: 'c', name: 'Set' } as CollectionRecord);
      },
      llamaIndex: () => Promise.resolve(llamaIndexJson(docs, kept, null, 1)),
    },
  };
  const corpus = {
    collection: { id: 'c', name: 'Set' } as CollectionRecord,
    docs,
    doc: (id: string) => docs.find((doc) => doc.id === id),
    get questions() {
      return kept;
    },
  };
  const state = new QuestionSourcesState(
    workbench,
    corpus,
    { unsaved: () => unsaved, onAdded: (_, what) => void told.push(what) },
    new AbortController().signal,
    (name) => void files.push(name),
  );
  return { state, kept: () => kept, files, told };
}

describe('from the documents', () => {
  const make = async () => {
    const opened = open();
    opened.state.show('generate');
    opened.state.setOptions({ kinds: ['heading'], limit: 20 });
    await opened.state.generate();
    return opened;
  };

  test('the same sentence elsewhere counts as right too, unless the person says otherwise', async () => {
    const { state, kept } = await make();
    const [item] = state.review.items;
    expect(item!.candidate).toMatchObject({ origin: 'heading', checks: { elsewhere: [{ why: 'same-text' }] } });
    state.review.choose(
      state.review.items.slice(1).map(({ key }) => key),
      false,
    );
    await state.addReviewed();
    expect(
      kept()
        .judgments.map(({ doc }) => doc)
        .sort(),
    ).toEqual(['a', 'b']);
    const other = await make();
    other.state.review.setAlternative(other.state.review.items[0]!.key, 0, false);
    await other.state.addReviewed();
    expect(
      other
        .kept()
        .judgments.filter(({ query }) => query === 'heading-1')
        .map(({ doc }) => doc),
    ).toEqual([item!.candidate.place.doc]);
  });

  test('an edited question is checked again, and dropping it can be undone', async () => {
    const { state } = await make();
    const { review } = state;
    const { key } = review.items[0]!;
    review.edit(key, 'What is this?');
    expect(review.items[0]).toMatchObject({ keep: false, failing: ['self-contained'] });
    expect(review.chosenByHand).toBe(false);
    review.choose([key], true);
    expect(review.items[0]).toMatchObject({ keep: true });
    expect(review.chosenByHand).toBe(true);
    review.undoChoices();
    expect(review.items[0]!.keep).toBe(false);
    review.verdict = 'dropped';
    expect(review.shown.map((each) => each.key)).toEqual([key]);
  });

  test('what was made is gone once the panel is closed', async () => {
    const { state } = await make();
    state.close();
    expect([state.open, state.review.items.length, state.made]).toEqual([null, 0, null]);
  });
});

describe('by a model', () => {
  const long: Doc = {
    id: docId('long'),
    title: '',
    text: 'The harbour of Brandholm froze in the winter of 1740. '.repeat(6).trim(),
  };

  test('a reply gives questions of the passage that was asked about, and the next passage follows', async () => {
    docs.push(long);
    const { state, kept } = open();
    state.show('model');
    expect(state.prompt).toContain('The harbour of Brandholm froze');
    expect(await state.takeReply('I would rather not.')).toBe(0);
    expect(state.at).toBe(0);
    expect(await state.takeReply('1. When did the sea turn to ice?\n2. What is this?')).toBe(2);
    expect(state.at).toBe(1);
    await state.addReviewed();
    expect(kept().queries.at(-1)).toMatchObject({ text: 'When did the sea turn to ice?', origin: 'model' });
    expect(kept().judgments).toEqual([{ query: 'model-1', doc: 'long', grade: 1 }]);
    docs.pop();
  });
});

test('a file for LlamaIndex tells what it could not hold', async () => {
  const { state, files } = open();
  state.show('export');
  await state.exportLlamaIndex(undefined, 1);
  expect(files).toEqual(['Set-llamaindex.json']);
  expect(state.notes.join(' ')).toContain('1 question without a relevant passage left out');
});
