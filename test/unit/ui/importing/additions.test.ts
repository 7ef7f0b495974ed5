import { describe, expect, it, vi } from 'vitest';
import { createImporter } from '../../../../src/adapters/files/read';
import { createQuestions } from '../../../../src/adapters/questions/questions';
import { docId, queryId, type Doc } from '../../../../src/base/types';
import type { Questions } from '../../../../src/contract/storage';
import type { JudgesEdit } from '../../../../src/domain/judging/judges';
import type { ReadAs } from '../../../../src/ui/importing/additions';
import { ImportState } from '../../../../src/ui/importing/importing.svelte';
import { noPreferences } from '../preferences';

const docs: Doc[] = [
  { id: docId('a'), title: '', text: 'A valve is a device that stops a flow. The foundry of Brandholm cast bells.' },
  { id: docId('b'), title: '', text: 'Copied: A valve is a device that stops a flow.' },
];
const collection = { id: 'c', name: 'Set', counts: { docs: 2 } };

/** Over the real readers, with one open collection in memory. @param unsaved whether its questions are changed */
function open(unsaved = false) {
  let kept: Questions = { queries: [{ id: queryId('q1'), text: 'Who?' }], judgments: [] };
  const edits: JudgesEdit[] = [];
  const [importer, worker] = [createImporter(), createQuestions()];
  const none = vi.fn();
  const workbench = {
    collections: {
      readFiles: (files, { progress, mappings }) => importer.read({ files, mappings }, progress),
      tables: (files) => importer.tables({ files }),
      keep: none,
      addSupplied: none,
    },
    runs: { addExternal: vi.fn(() => Promise.resolve([])), readResults: none },
    questions: {
      readFiles: (_, files, { progress, mappings = {} }) => worker.readQuestions({ files, docs, mappings }, progress),
      readJudges: (_, files, { progress }) => worker.readJudges({ files, docs, queries: kept.queries }, progress),
      judges: () => Promise.resolve(null),
      changeJudges: (_, edit) => (edits.push(edit), Promise.resolve(collection as never)),
      changeAutomaticJudges: none,
      read: () => Promise.resolve(kept),
      save: (_, questions) => ((kept = questions), Promise.resolve(collection as never)),
    },
  } satisfies ConstructorParameters<typeof ImportState>[0];
  const shown = { collection };
  const target = () => ({
    collection: shown.collection as never,
    ground: { judged: new Set([queryId('q1')]), docs: new Set(docs.map(({ id }) => id)), taken: [] },
    corpus: {
      docs: docs.map(({ id }) => id),
      queries: kept.queries,
      docsById: new Map(docs.map((doc) => [doc.id, doc])),
      judgments: [],
    },
    unsaved,
  });
  const onAdded = vi.fn();
  const state = new ImportState(
    workbench,
    { target, onRuns: none, onStored: none, onKept: none, onAdded },
    noPreferences,
  );
  const read = (files: Readonly<Record<string, string>>, as?: ReadAs) =>
    state.read(
      Object.entries(files).map(([path, text]) => ({ path, file: new Blob([text]) })),
      as,
    );
  return { state, read, kept: () => kept, edits, onAdded, shown };
}

const CSV =
  'question,ground_truth\nWho,\nWhat casts bells?,The foundry of Brandhalm cast bells.\nWhere?,nowhere at all\n';

it('what was read for a collection is not added to another one that is open by then', async () => {
  const { state, read, shown, kept, edits } = open();
  await read({ 'q.csv': CSV }, 'questions');
  expect([state.ready, state.isOfOther]).toEqual([true, false]);
  shown.collection = { ...collection, id: 'other' };
  expect([state.ready, state.isOfOther]).toEqual([false, true]);
  await state.keep();
  expect([kept().queries.length, edits]).toEqual([1, []]);
});

describe('questions of a file', () => {
  it('are not saved before they are added; what is there already is told', async () => {
    const { state, read, kept } = open();
    await read({ 'q.csv': CSV }, 'questions');
    const { there, doubtful, missing } = state.questions!;
    expect(kept().queries).toHaveLength(1);
    expect(there.map(({ text }) => text)).toEqual(['Who']);
    expect(doubtful.map(({ truth }) => truth.at.line)).toEqual([3]);
    expect(missing.map(({ truth }) => truth.at.line)).toEqual([4]);
  });

  it('are read by the roles that a person chooses', async () => {
    const { state, read } = open();
    await read({ 'q.csv': 'Frage,Stelle\nWhat casts?,The foundry of Brandholm\n' }, 'questions');
    const { roles } = state;
    expect([state.phase, roles.areEnough]).toEqual(['failed', false]);
    roles.choose('q.csv', 'frage', 'question');
    roles.choose('q.csv', 'stelle', 'quotation');
    await state.readByRoles();
    expect(state.questions!.counts).toMatchObject({ questions: 1, found: 1, without: 0 });
  });

  it('judge by a near match only what the person confirmed', async () => {
    const { state, read, kept, onAdded } = open();
    await read({ 'q.csv': CSV }, 'questions');
    state.questions!.confirm(['The foundry of Brandhalm cast bells.'], true);
    await state.keep();
    expect(kept().queries.map(({ text, origin }) => [text, origin])).toEqual([
      ['Who?', undefined],
      ['What casts bells?', 'imported'],
      ['Where?', 'imported'],
    ]);
    expect(kept().judgments).toEqual([
      { query: 'imported-1', doc: 'a', grade: 1, span: { start: 39, end: docs[0]!.text.length } },
    ]);
    expect(kept().requirements).toHaveLength(1);
    expect(onAdded).toHaveBeenCalledWith(collection, expect.objectContaining({ questions: 2, judgments: 0 }));
  });

  it('come without judgments unless confirmed, or with needs that nothing meets', async () => {
    const { state, read, kept } = open();
    await read({ 'q.csv': CSV }, 'questions');
    state.questions!.keepUnmet = true;
    await state.keep();
    expect(kept().judgments).toEqual([]);
    expect(kept().requirements?.map(({ needs }) => needs.map((need) => need.docs))).toEqual([[[]], [[]]]);
  });
});

describe('files for the open collection', () => {
  const QUESTIONS = { 'q.csv': 'question,answer\nWhat casts bells?,The foundry of Brandholm\n' };
  const RUN = { 'a.run': 'q1 Q0 a 1 2.5 sys\nq1 Q0 b 2 1.5 sys\n' };
  const GRADES = { 'anna.csv': 'query,document,grade,reason\nq1,a,2,yes\nq1,b,0,no\n' };

  it.each([
    ['questions', QUESTIONS, { questions: 1, runs: 0, judgments: 0 }],
    ['judgments', GRADES, { questions: 0, runs: 0, judgments: 2 }],
    ['questions beside a run', { ...RUN, ...QUESTIONS }, { questions: 1, runs: 1, judgments: 0 }],
  ])('are taken as what they are: %s', async (_, files, expected) => {
    const { state, read, edits, onAdded } = open();
    await read(files);
    const { found, questions, judges, runs } = state;
    expect(found).toMatchObject({ kind: 'runs', warnings: [] });
    const judgments = judges?.joined.added ?? 0;
    expect({ questions: questions?.added.length ?? 0, runs: runs!.length, judgments }).toEqual(expected);
    await state.keep();
    expect(onAdded).toHaveBeenCalledOnce();
    expect(edits).toHaveLength(expected.judgments > 0 ? 1 : 0);
  });

  it('are a collection of their own where they name what is not in it, or a person says so', async () => {
    const { state, read } = open();
    await read({ 'other.tsv': 'query-id\tcorpus-id\tscore\nx\ty\t2\n' });
    expect(state.found?.kind).toBe('collection');
    await read({ 'qrels.tsv': 'query-id\tcorpus-id\tscore\nq1\ta\t2\n' });
    expect(state.judges!.joined.added).toBe(1);
    state.takeApart((state.found as { own?: never }).own!);
    await state.chooseSplit(undefined);
    expect([state.found?.kind, state.judges]).toEqual(['collection', null]);
  });

  it('wait while its questions are changed, and while a judge has no name', async () => {
    const { state, read } = open(true);
    await read(QUESTIONS);
    expect([state.phase, state.ready]).toEqual(['preview', false]);
    const named = open();
    await named.read(GRADES);
    expect(named.state.ready).toBe(true);
    named.state.judges!.name(0, ' ');
    expect(named.state.ready).toBe(false);
  });
});
