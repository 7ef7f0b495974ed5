import { HitrateError, isAbort } from '../contract/errors';
import { type ExperimentSpec, parseExperiment } from '../domain/experiment/experiment';
import type { PoolRun, ResultRecord } from '../contract/result';
import type { CollectionRecord } from '../contract/storage';
import { addSupplied } from './collections/supplied';
import { chunkingOf } from './run/chunking-size';
import { installSample, keepCollection, readSample } from './collections/collections';
import { createModels } from './models/create-models';
import { requireCollection } from './kernel/require-collection';
import { compareSystems } from './inspect/comparisons';
import { keepDocuments, previewPreparation, readDocuments } from './collections/documents';
import { documentsSample } from './collections/documents-sample';
import { estimateRun } from './run/estimate';
import { JudgedDocuments } from './collections/judged-documents';
import { KeptQuestions } from './collections/kept-questions';
import { learnedOf } from './run/learned';
import { type LabSession, openLab } from './inspect/lab';
import { cutOne, passageLengths } from './collections/passage-lengths';
import type { Ports } from './kernel/ports';
import { llamaIndexOf } from './collections/questions-export';
import { checkQuestionsOf, generateQuestionsOf } from './collections/questions-generate';
import { readQuestionFiles } from './collections/questions-import';
import { poolRun } from './run/pool';
import { rankingsOf } from './run/rankings';
import { confirmRefresh, refreshDocuments } from './collections/refresh-documents';
import { runExperiment } from './run/run';
import { addRuns } from './collections/runs';
import { truthOf } from './inspect/truth';
import { tryQuestion } from './inspect/try-question';
import type { RunContext } from './kernel/run-types';
import type { Workbench } from './workbench';
import { createWriting } from './models/writing';

export function createWorkbench(ports: Ports): Workbench {
  const { storage } = ports;
  const documents = new JudgedDocuments(ports);
  const questions = new KeptQuestions(ports);
  const list = collectionLister(ports, questions);
  const openLabOnce = labOpener(ports);

  return {
    models: createModels(ports),
    writing: createWriting(ports),
    collections: list,
    collection: (id) => storage.getCollection(id),
    onChange: (listener) => storage.onChange(listener),
    readFiles: (...input) => readFiles(ports, ...input),
    keep: (outcome, name) => keepCollection(ports, outcome, name.trim() || outcome.summary.name, 'import'),
    readDocuments: (...input) => readDocuments(ports, ...input),
    previewPreparation: (...input) => previewPreparation(ports, ...input),
    keepDocuments: (...input) => keepDocuments(ports, ...input),
    refreshDocuments: (...input) => refreshDocuments(ports, ...input),
    confirmRefresh: (refresh) => confirmRefresh(ports, refresh),
    rename: (id, name) => rename(ports, id, name),
    remove: (id) => storage.removeCollection(id),
    restoreSample: () => readSample(ports),
    documentsSample: () => documentsSample(ports),
    docs: (id) => documents.read(id),
    questions: (id) => questions.read(id),
    saveQuestions: (...edited) => questions.save(...edited),
    acts: (id) => storage.listActs(id),
    addActs: (id, acts) => documents.addActs(id, acts),
    readQuestionFiles: (...input) => readQuestionFiles(ports, ...input),
    generateQuestions: (...input) => generateQuestionsOf(ports, ...input),
    checkQuestions: (...input) => checkQuestionsOf(ports, ...input),
    llamaIndex: async (id, ...how) => llamaIndexOf(ports, id, await questions.read(id), ...how),
    runs: (id) => storage.listRuns(id),
    addRuns: (id, runs) => addRuns(ports, id, runs),
    removeRun: (id, system) => storage.removeRun(id, system),
    supplied: (id) => storage.listSupplied(id),
    addSupplied: (id, supplied) => addSupplied(ports, id, supplied),
    removeSupplied: (id, name) => storage.removeSupplied(id, name),
    estimate: async (id, spec) => {
      const judged = await questions.settle(id);
      return estimateRun(ports, await requireCollection(ports, id), judged, validated(spec));
    },
    run: async (id, spec, context) => {
      const checked = validated(spec);
      await questions.settle(id);
      return ports.exclusive(() => releasingWorkers(ports, context, () => runOf(ports, id, checked, context)));
    },
    pool: async (id, spec, depth, context) => {
      const checked = validated(spec);
      return ports.exclusive(() => releasingWorkers(ports, context, () => poolOf(ports, id, checked, depth, context)));
    },
    chunking: async (id, chunker, signal) => chunkingOf(ports, await requireCollection(ports, id), chunker, signal),
    passageLengths: async (id, chunker, reader, signal) =>
      passageLengths(ports, await requireCollection(ports, id), chunker, reader, signal),
    cut: (doc, chunker) => cutOne(ports, doc, chunker),
    tryQuestion: async (id, spec, question, context) => {
      const checked = validated(spec);
      await questions.settle(id);
      return ports.exclusive(() =>
        releasingWorkers(ports, context, () => tryQuestion(ports, id, checked, question, context)),
      );
    },
    results: (id) => storage.listResults(id),
    result: (id, key) => storage.getResult(id, key),
    otherResult: (id, key) => storage.getOtherResult(id, key),
    compare: (result, measure, signal) => compareSystems(ports, result, measure, signal),
    rankings: (result, system) => rankingsOf(ports, result, system),
    truth: async (result, system) => {
      await questions.settle(result.collection);
      return truthOf(ports, result, system);
    },
    lab: openLabOnce,
    learned: (result, system) => learnedOf(ports, result, system),
    storage: () => storage.usage(),
  };
}

/** Lists collections, oldest first, and installs the sample once; a failure is forgotten, so that the next call tries again. */
function collectionLister(ports: Ports, questions: KeptQuestions): Workbench['collections'] {
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
    const records = await questions.counted(await ports.storage.listCollections());
    // A sample that could not be installed must not hide what a person has.
    if (failure !== null && records.length === 0) throw failure;
    return records.sort((a, b) => a.createdAt - b.createdAt);
  };
}

/** Opens one lab at a time: another is closed before. */
function labOpener(ports: Ports): Workbench['lab'] {
  let lab: Promise<LabSession | null> = Promise.resolve(null);
  return (result, lists) => {
    const opening = lab.then(async (former) => {
      await former?.close();
      return openLab(ports, result, lists);
    });
    lab = opening.catch(() => null);
    return opening;
  };
}

async function readFiles(
  { importer }: Ports,
  ...[files, { split, signal, progress }]: Parameters<Workbench['readFiles']>
): ReturnType<Workbench['readFiles']> {
  try {
    return await importer.with(signal).read({ files, ...(split === undefined ? {} : { split }) }, progress);
  } finally {
    importer.release();
  }
}

async function rename(ports: Ports, id: string, name: string): Promise<CollectionRecord> {
  if (name.trim() === '') throw new HitrateError('spec-invalid', 'A collection needs a name.');
  return ports.storage.renameCollection(id, name.trim());
}

function validated(spec: ExperimentSpec): ExperimentSpec {
  const parsed = parseExperiment(spec);
  if (parsed.ok) return parsed.spec;
  const problems = parsed.problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  throw new HitrateError('spec-invalid', `The experiment cannot be run. ${problems.join('. ')}.`);
}

async function runOf(ports: Ports, id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord> {
  const collection = await requireCollection(ports, id);
  const [docs, questions] = await Promise.all([ports.storage.getDocs(id), ports.storage.getQuestions(id)]);
  return runExperiment(ports, { collection, docs, questions, spec }, context);
}

async function poolOf(
  ports: Ports,
  id: string,
  spec: ExperimentSpec,
  depth: number,
  context: RunContext,
): Promise<PoolRun> {
  await requireCollection(ports, id);
  const [docs, { queries }] = await Promise.all([ports.storage.getDocs(id), ports.storage.getQuestions(id)]);
  return poolRun(ports, { collection: id, docs, queries, spec }, depth, context);
}

/** Runs, and frees the workers' memory whatever happens. */
async function releasingWorkers<T>(ports: Ports, { signal }: RunContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // An abort that surfaces as a torn-down worker call is still an abort.
    if (signal.aborted && !isAbort(error)) throw signal.reason;
    throw error;
  } finally {
    for (const port of [ports.lexical, ports.encoder, ports.vectors, ports.reranker, ports.generator, ports.learner])
      port.release();
  }
}
