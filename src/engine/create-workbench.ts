import { HitrateError, isAbort } from '../contract/errors';
import { type ExperimentSpec, parseExperiment } from '../domain/experiment/experiment';
import { addSupplied, addRuns } from './collections/additions';
import { chunkingOf, chunkOne, passageLengths } from './run/chunking-size';
import { installSample, keepCollection, readSample } from './collections/collections';
import { createModels } from './models/create-models';
import { type Ports, requireCollection, withWorker } from './kernel/ports';
import { compareSystems } from './inspect/comparisons';
import { readDocuments } from './collections/documents';
import { documentsSample } from './collections/documents-sample';
import { estimateRun } from './run/estimate';
import { JudgedDocuments, KeptQuestions } from './collections/kept-questions';
import { learnedOf, rankingsOf } from './run/rankings';
import { type LabSession, openLab } from './inspect/lab';
import { llamaIndexOf, withQuestions } from './collections/questions';
import { poolRun } from './run/pool';
import { confirmRefresh, refreshDocuments } from './collections/refresh-documents';
import { runExperiment } from './run/run';
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
    async rename(id, name) {
      if (name.trim() === '') throw new HitrateError('no-name', null);
      return collections.rename(id, name.trim());
    },
    remove: (id) => collections.remove(id),
    restoreSample: () => readSample(ports),
    documentsSample: () => documentsSample(ports),
    readFiles: (files, { split, signal, progress }) =>
      withWorker(ports.importer, signal, (worker) =>
        worker.read({ files, ...(split === undefined ? {} : { split }) }, progress),
      ),
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
    readFiles: (id, files, { signal, progress }) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.readQuestions({ files, docs }, progress)),
    generate: (id, options, { signal, progress }) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.generateQuestions({ docs, options }, progress)),
    check: (id, candidates, signal) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.checkQuestions({ docs, candidates })),
    llamaIndex: async (id, ...how) => llamaIndexOf(ports, id, await questions.read(id), ...how),
  };
}

function runsOf(ports: Ports, questions: KeptQuestions): Runs {
  const { runs, results, questions: stored } = ports.storage;
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
      return releasingWorkers(ports, context, async () => {
        const collection = await requireCollection(ports, id);
        return runExperiment(ports, { collection, questions: await stored.get(id), spec: checked }, context);
      });
    },
    pool: async (id, spec, depth, context) => {
      const checked = validated(spec);
      return releasingWorkers(ports, context, async () => {
        await requireCollection(ports, id);
        const { queries } = await stored.get(id);
        return poolRun(ports, { collection: id, queries, spec: checked }, depth, context);
      });
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
      return openLab(ports, result, lists);
    });
    lab = opening.catch(() => null);
    return opening;
  };
}

function validated(spec: ExperimentSpec): ExperimentSpec {
  const parsed = parseExperiment(spec);
  if (parsed.ok) return parsed.spec;
  throw new HitrateError('experiment-invalid', { problems: parsed.problems });
}

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
