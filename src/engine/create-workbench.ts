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
import { readDocuments } from './collections/documents';
import { documentsSample } from './collections/documents-sample';
import { estimateRun } from './run/estimate';
import { JudgedDocuments } from './collections/judged-documents';
import { KeptQuestions } from './collections/kept-questions';
import { learnedOf } from './run/learned';
import { type LabSession, openLab } from './inspect/lab';
import { chunkOne, passageLengths } from './collections/passage-lengths';
import type { Ports } from './kernel/ports';
import { llamaIndexOf } from './collections/questions-export';
import { checkQuestionsOf, generateQuestionsOf } from './collections/questions-generate';
import { readQuestionFiles } from './collections/questions-import';
import { poolRun } from './run/pool';
import { rankingsOf } from './run/rankings';
import { confirmRefresh, refreshDocuments } from './collections/refresh-documents';
import { runExperiment } from './run/run';
import { addRuns } from './collections/runs';
import { cutterOf } from './inspect/cutter';
import { truthOf } from './inspect/truth';
import { tryQuestion } from './inspect/try-question';
import type { RunContext } from './kernel/run-types';
import type { CollectionQuestions, Collections, Inspect, Runs, Workbench } from './workbench';
import { createWriting } from './models/writing';

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
  };
}

function collectionsOf(ports: Ports, documents: JudgedDocuments, questions: KeptQuestions): Collections {
  const { collections, supplied } = ports.storage;
  return {
    list: collectionLister(ports, questions),
    get: (id) => collections.get(id),
    onChange: (listener) => ports.storage.onChange(listener),
    rename: (id, name) => rename(ports, id, name),
    remove: (id) => collections.remove(id),
    restoreSample: () => readSample(ports),
    documentsSample: () => documentsSample(ports),
    readFiles: (...input) => readFiles(ports, ...input),
    keep: (outcome, name) => keepCollection(ports, outcome, name.trim() || outcome.summary.name, 'import'),
    readDocuments: (...input) => readDocuments(ports, ...input),
    refreshDocuments: (...input) => refreshDocuments(ports, ...input),
    confirmRefresh: (refresh) => confirmRefresh(ports, refresh),
    docs: (id) => documents.read(id),
    chunking: async (id, ...how) => chunkingOf(ports, await requireCollection(ports, id), ...how),
    passageLengths: async (id, ...how) => passageLengths(ports, await requireCollection(ports, id), ...how),
    chunk: (doc, chunker) => chunkOne(ports, doc, chunker),
    supplied: (id) => supplied.list(id),
    addSupplied: (id, added) => addSupplied(ports, id, added),
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
    readFiles: (...input) => readQuestionFiles(ports, ...input),
    generate: (...input) => generateQuestionsOf(ports, ...input),
    check: (...input) => checkQuestionsOf(ports, ...input),
    llamaIndex: async (id, ...how) => llamaIndexOf(ports, id, await questions.read(id), ...how),
  };
}

function runsOf(ports: Ports, questions: KeptQuestions): Runs {
  const { runs, results } = ports.storage;
  return {
    external: (id) => runs.list(id),
    addExternal: (id, added) => addRuns(ports, id, added),
    removeExternal: (id, system) => runs.remove(id, system),
    estimate: async (id, spec) => {
      const judged = await questions.settle(id);
      return estimateRun(ports, await requireCollection(ports, id), judged, validated(spec));
    },
    run: async (id, spec, context) => {
      const checked = validated(spec);
      await questions.settle(id);
      return releasingWorkers(ports, context, () => runOf(ports, id, checked, context));
    },
    pool: async (id, spec, depth, context) => {
      const checked = validated(spec);
      return releasingWorkers(ports, context, () => poolOf(ports, id, checked, depth, context));
    },
    results: (id) => results.list(id),
    result: (id, key) => results.get(id, key),
    otherResult: (id, key) => results.getOther(id, key),
  };
}

function inspectOf(ports: Ports, questions: KeptQuestions): Inspect {
  return {
    tryQuestion: async (id, spec, question, context) => {
      const checked = validated(spec);
      await questions.settle(id);
      return releasingWorkers(ports, context, () => tryQuestion(ports, id, checked, question, context));
    },
    compare: (...input) => compareSystems(ports, ...input),
    rankings: (...input) => rankingsOf(ports, ...input),
    truth: async (result, system) => {
      await questions.settle(result.collection);
      return truthOf(ports, result, system);
    },
    cutter: (...input) => cutterOf(ports, ...input),
    lab: labOpener(ports),
    learned: (...input) => learnedOf(ports, ...input),
  };
}

/** Lists collections, oldest first, and installs the sample once; a failure is forgotten, so that the next call tries again. */
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
    // A sample that could not be installed must not hide what a person has.
    if (failure !== null && records.length === 0) throw failure;
    return records.sort((a, b) => a.createdAt - b.createdAt);
  };
}

/** Opens one lab at a time: another is closed before. */
function labOpener(ports: Ports): Inspect['lab'] {
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
  ...[files, { split, signal, progress }]: Parameters<Collections['readFiles']>
): ReturnType<Collections['readFiles']> {
  try {
    return await importer.with(signal).read({ files, ...(split === undefined ? {} : { split }) }, progress);
  } finally {
    importer.release();
  }
}

async function rename(ports: Ports, id: string, name: string): Promise<CollectionRecord> {
  if (name.trim() === '') throw new HitrateError('no-name', null);
  return ports.storage.collections.rename(id, name.trim());
}

function validated(spec: ExperimentSpec): ExperimentSpec {
  const parsed = parseExperiment(spec);
  if (parsed.ok) return parsed.spec;
  throw new HitrateError('experiment-invalid', { problems: parsed.problems });
}

async function runOf(ports: Ports, id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord> {
  const collection = await requireCollection(ports, id);
  return runExperiment(ports, { collection, questions: await ports.storage.questions.get(id), spec }, context);
}

async function poolOf(
  ports: Ports,
  id: string,
  spec: ExperimentSpec,
  depth: number,
  context: RunContext,
): Promise<PoolRun> {
  await requireCollection(ports, id);
  const { queries } = await ports.storage.questions.get(id);
  return poolRun(ports, { collection: id, queries, spec }, depth, context);
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
