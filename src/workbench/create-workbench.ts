import { HitrateError } from '../contract/errors';
import type { ExperimentSpec } from '../domain/experiment/experiment';
import { installSample, keepCollection, openSample } from './collections/collections';
import { createModels } from './models/create-models';
import { alone, asAbort, freeWorkers } from './kernel/run-types';
import { type Ports, requireCollection, withWorker } from './kernel/ports';
import { compareSystems } from './inspect/comparisons';
import { JudgedDocuments, KeptQuestions } from './collections/kept-questions';
import type { BlindComparisons } from './inspect/blind-list';
import type { LabSession } from './inspect/lab';
import type { ComparedResults } from './inspect/run-comparison';
import type { CollectionQuestions, Collections, Inspect, Runs, Workbench } from './workbench';
import { lazyServing, lazyWorkspaces } from './lazy-groups';
import { createWriting } from './models/writing';
import { withQuestions } from './collections/stored-questions';

/** What a first look needs is loaded at once; what runs, reads files or learns when it is asked for. */
export function createWorkbench(ports: Ports): Workbench {
  const documents = new JudgedDocuments(ports);
  const questions = new KeptQuestions(ports);
  return {
    collections: collectionsOf(ports, documents, questions),
    questions: questionsOf(ports, documents, questions),
    runs: runsOf(ports, questions),
    // Not a copy: its cards are those that were read last.
    models: Object.assign(createModels(ports), { writing: createWriting(ports) }),
    inspect: inspectOf(ports, questions),
    blind: blindOf(ports),
    workspaces: lazyWorkspaces(ports, questions),
    serving: lazyServing(ports),
  };
}

function collectionsOf(ports: Ports, documents: JudgedDocuments, questions: KeptQuestions): Collections {
  const { collections, supplied } = ports.storage;
  return {
    list: collectionLister(ports, questions),
    get: (id) => collections.get(id),
    onChange: (listener) => ports.storage.onChange(listener),
    async rename(id, name) {
      if (name.trim() === '') throw new HitrateError('no-name', null);
      return collections.rename(id, name.trim());
    },
    remove: (id) => collections.remove(id),
    openSample: () => openSample(ports),
    documentsSample: async () => (await import('./collections/documents')).documentsSample(ports),
    readFiles: (files, { split, signal, progress }) =>
      withWorker(ports.importer, signal, (worker) =>
        worker.read({ files, ...(split === undefined ? {} : { split }) }, progress),
      ),
    keep: (outcome, name) => keepCollection(ports, outcome, name.trim() || outcome.summary.name, 'import'),
    readDocuments: async (...input) => (await import('./collections/documents')).readDocuments(ports, ...input),
    refreshDocuments: async (...input) => (await import('./collections/documents')).refreshDocuments(ports, ...input),
    confirmRefresh: async (refresh) => (await import('./collections/documents')).confirmRefresh(ports, refresh),
    docs: (id) => documents.read(id),
    chunking: async (id, ...how) =>
      (await import('./run/chunking-size')).chunkingOf(ports, await requireCollection(ports, id), ...how),
    passageLengths: async (id, ...how) =>
      (await import('./run/chunking-size')).passageLengths(ports, await requireCollection(ports, id), ...how),
    chunk: async (doc, chunker) => (await import('./run/chunking-size')).chunkOne(ports, doc, chunker),
    supplied: (id) => supplied.list(id),
    addSupplied: async (id, added) => (await import('./collections/additions')).addSupplied(ports, id, added),
    removeSupplied: (id, name) => supplied.remove(id, name),
    usage: () => ports.storage.space.usage(),
  };
}

function questionsOf(ports: Ports, documents: JudgedDocuments, questions: KeptQuestions): CollectionQuestions {
  return {
    read: (id) => questions.read(id),
    save: (...edited) => questions.save(...edited),
    acts: (id) => ports.storage.questions.acts(id),
    addActs: (id, acts) => documents.addActs(id, acts),
    judgingPlan: (id) => ports.storage.judgingPlan.get(id),
    planJudging: async (id, plan) => void (await ports.storage.judgingPlan.change(id, plan)),
    judges: (id) => ports.storage.judges.get(id),
    readJudges: async (...input) => (await import('./collections/judges')).readJudges(ports, ...input),
    changeJudges: (id, edit) => questions.changeJudges(id, edit),
    automaticJudges: (id) => ports.storage.automaticJudges.get(id),
    changeAutomaticJudges: (id, edit) => ports.storage.automaticJudges.change(id, edit),
    labelConcerns: async (id) => (await import('./collections/label-concerns')).concernsOf(ports, id),
    settleConcern: async (...input) => (await import('./collections/label-concerns')).settleConcern(ports, ...input),
    annotations: (id) => ports.storage.annotations.get(id),
    annotate: (id, edit) => ports.storage.annotations.change(id, edit),
    readFiles: (id, files, { signal, progress }) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.readQuestions({ files, docs }, progress)),
    generate: (id, options, { signal, progress }) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.generateQuestions({ docs, options }, progress)),
    check: (id, candidates, signal) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.checkQuestions({ docs, candidates })),
    llamaIndex: async (id, ...how) =>
      (await import('./collections/llama-index')).llamaIndexOf(ports, id, await questions.read(id), ...how),
  };
}

function runsOf(ports: Ports, questions: KeptQuestions): Runs {
  const { runs, results, questions: stored } = ports.storage;
  return {
    external: (id) => runs.list(id),
    addExternal: async (id, added) => (await import('./collections/additions')).addRuns(ports, id, added),
    removeExternal: (id, system) => runs.remove(id, system),
    readResults: async (...input) => (await import('./collections/engine-results')).readEngineResults(ports, ...input),
    estimate: async (id, spec) => {
      const judged = await questions.settle(id);
      const { estimateRun } = await import('./run/estimate');
      return estimateRun(ports, await requireCollection(ports, id), judged, await validated(spec));
    },
    warm: async (...input) => (await import('./run/ahead')).warmModels(ports, ...input),
    run: async (id, spec, context) => {
      const checked = await validated(spec);
      await questions.settle(id);
      return alone(ports, context, async () => {
        const collection = await requireCollection(ports, id);
        const { runExperiment } = await import('./run/run');
        return runExperiment(ports, { collection, questions: await stored.get(id), spec: checked }, context);
      });
    },
    pool: async (id, spec, depth, context) => {
      const checked = await validated(spec);
      return alone(ports, context, async () => {
        await requireCollection(ports, id);
        const { queries } = await stored.get(id);
        const { poolRun } = await import('./run/run');
        return poolRun(ports, { collection: id, queries, spec: checked }, depth, context);
      });
    },
    learnFromClicks: async (id, input, context) => {
      const checked = { ...input, spec: await validated(input.spec) };
      await questions.settle(id);
      return alone(ports, context, async () => {
        await requireCollection(ports, id);
        const { rankerOfClicks } = await import('./inspect/click-ranker');
        return rankerOfClicks(ports, id, checked, context);
      });
    },
    underWay: () => ports.underWay(),
    notes: (id) => ports.storage.runNotes.get(id),
    note: (id, edit) => ports.storage.runNotes.change(id, edit),
    results: (id) => results.list(id),
    result: (id, key) => results.get(id, key),
    otherResult: (id, key) => results.getOther(id, key),
  };
}

function blindOf(ports: Ports): BlindComparisons {
  const { all, lists, add, mark, reveal, keep } = ports.storage.blindComparisons;
  return {
    all,
    lists,
    add,
    mark,
    reveal,
    keep,
    next: (id, asked, context) =>
      // The workers stay: the next question needs them in a moment, and loading a model takes longer than asking.
      ports.exclusive(() =>
        asAbort(context, async () => (await import('./inspect/blind-list')).nextBlindList(ports, id, asked, context)),
      ),
    // Whatever is under way frees them itself.
    rest: async () => {
      try {
        await ports.exclusive(() => Promise.resolve(freeWorkers(ports)));
      } catch (error) {
        if (!(error instanceof HitrateError && error.code === 'already-running')) throw error;
      }
    },
  };
}

function inspectOf(ports: Ports, questions: KeptQuestions): Inspect {
  return {
    tryQuestion: async (id, spec, question, context) => {
      const checked = await validated(spec);
      await questions.settle(id);
      const { tryQuestion } = await import('./inspect/try-question');
      return alone(ports, context, () => tryQuestion(ports, id, checked, question, context));
    },
    compare: (...input) => compareSystems(ports, ...input),
    sequential: (input, signal) => ports.statistics.with(signal).sequential(input),
    planned: (input, signal) => ports.statistics.with(signal).planned(input),
    corrected: (input, signal) => ports.statistics.with(signal).corrected(input),
    verdict: async (result, ...input) => {
      const judged = await questions.settle(result.collection);
      return (await import('./inspect/verdict')).verdictOfResult(ports, judged, result, ...input);
    },
    planning: async (...input) => (await import('./inspect/verdict')).planningOfResult(ports, ...input),
    compareRuns: async (compared, ...options) => {
      const judged = await settledOf(questions, compared);
      return (await import('./inspect/run-comparison')).compareRuns(ports, judged, compared, ...options);
    },
    runSlices: async (compared, ...options) => {
      const judged = await questions.settle(compared.after.collection);
      return (await import('./inspect/run-comparison')).runSlicesOf(ports, judged, compared, ...options);
    },
    compareRunLists: async (compared, ...options) => {
      const judged = await settledOf(questions, compared);
      return (await import('./inspect/run-comparison')).compareRunLists(ports, judged, compared, ...options);
    },
    compareLabels: async (compared, ...options) => {
      const judged = await settledOf(questions, compared);
      return (await import('./inspect/label-comparison')).compareLabels(ports, judged, compared, ...options);
    },
    check: async (...input) => (await import('./inspect/check')).checkResult(ports, ...input),
    runChanges: async (compared) => (await import('./inspect/run-comparison')).runChanges(ports, compared),
    rescored: async (result, signal) => {
      const judged = await questions.settle(result.collection);
      return (await import('./inspect/rescored')).rescored(ports, judged, result, signal);
    },
    rankings: async (...input) => (await import('./run/rankings')).rankingsOf(ports, ...input),
    lists: async (...input) => (await import('./inspect/known-lists')).knownLists(ports, ...input),
    truth: async (result, system) => {
      await questions.settle(result.collection);
      return (await import('./inspect/known-lists')).truthOf(ports, result, system);
    },
    diagnosis: async (result, ...input) => {
      const judged = await questions.settle(result.collection);
      return (await import('./inspect/diagnosis')).diagnoseSystem(ports, judged, result, ...input);
    },
    slices: async (result, options) => {
      const judged = await questions.settle(result.collection);
      return (await import('./inspect/slices')).slicesOf(ports, judged, result, options);
    },
    cutter: async (...input) => (await import('./inspect/cutter')).cutterOf(ports, ...input),
    lab: labOpener(ports),
    handOver: (result, request, deliver, context) =>
      alone(ports, context, async () =>
        (await import('./inspect/hand-over')).handOver(ports, result, request, deliver, context),
      ),
    handoverDifference: async (result, system, nearest, context) => {
      const judged = await questions.settle(result.collection);
      const { handoverDifference } = await import('./inspect/handover-difference');
      return alone(ports, context, () => handoverDifference(ports, judged, result, { system, nearest }, context));
    },
    learned: async (...input) => (await import('./run/rankings')).learnedOf(ports, ...input),
  };
}

const settledOf = async (questions: KeptQuestions, { before, after }: ComparedResults) => ({
  before: await questions.settle(before.collection),
  after: await questions.settle(after.collection),
});

/** Installs the sample once; a failure is forgotten, so that the next call tries again. */
function collectionLister(ports: Ports, questions: KeptQuestions): Collections['list'] {
  let sample: Promise<void> | null = null;
  const sampleReady = (): Promise<void> => {
    sample ??= installSample(ports).catch((error: unknown) => {
      sample = null;
      throw error;
    });
    return sample;
  };
  return async () => {
    const failure = await sampleReady().then(
      () => null,
      (error: unknown) => error,
    );
    const records = await questions.counted(await ports.storage.collections.list());
    // A sample that could not be installed must not hide what the user has.
    if (failure !== null && records.length === 0) throw failure;
    return records.sort((a, b) => a.createdAt - b.createdAt);
  };
}

function labOpener(ports: Ports): Inspect['lab'] {
  let lab: Promise<LabSession | null> = Promise.resolve(null);
  return (result, lists) => {
    const opening = lab.then(async (former) => {
      await former?.close();
      const { openLab } = await import('./inspect/lab');
      return openLab(ports, result, lists);
    });
    lab = opening.catch(() => null);
    return opening;
  };
}

async function validated(spec: ExperimentSpec): Promise<ExperimentSpec> {
  const { parseExperiment } = await import('../domain/experiment/experiment');
  const parsed = parseExperiment(spec);
  if (parsed.ok) return parsed.spec;
  throw new HitrateError('experiment-invalid', { problems: parsed.problems });
}
