import { HitrateError, isAbort } from '../contract/errors';
import { type ExperimentSpec, parseExperiment } from '../domain/spec/experiment';
import type { PoolRun, ResultRecord } from '../contract/result';
import { addBrought } from './brought';
import { chunkingOf } from './chunkings';
import { installSample, keepCollection, readSample, saveQuestions } from './collections';
import { requireCollection } from './require-collection';
import { compareSystems } from './comparisons';
import { estimateRun } from './estimate';
import { learnedOf } from './learned';
import { type LabSession, openLab } from './lab';
import type { Ports } from './ports';
import { poolRun } from './pool';
import { rankingsOf } from './rankings';
import { runExperiment } from './run';
import { addRuns } from './runs';
import { truthOf } from './truth';
import { tryQuestion } from './try-question';
import type { RunContext } from './types';
import type { Workbench } from './workbench';

export function createWorkbench(ports: Ports): Workbench {
  const { storage } = ports;
  let sample: Promise<void> | null = null;
  let lab: Promise<LabSession | null> = Promise.resolve(null);
  /** Revision at which this tab last read or saved a collection's questions. */
  const revisions = new Map<string, number>();

  /** Installs the sample once; a failure is forgotten, so that the next call tries again. */
  const sampleReady = (): Promise<void> => {
    sample ??= installSample(ports).catch((error: unknown) => {
      sample = null;
      throw error;
    });
    return sample;
  };

  return {
    models: ports.models,
    collections: async () => {
      const failure = await sampleReady().then(
        () => null,
        (error: unknown) => error,
      );
      const records = await storage.listCollections();
      // A sample that could not be installed must not hide what a person has.
      if (failure !== null && records.length === 0) throw failure;
      return records.sort((a, b) => a.createdAt - b.createdAt);
    },
    readFiles: async (files, { split, signal, progress }) => {
      try {
        return await ports.importer.with(signal).read({ files, ...(split === undefined ? {} : { split }) }, progress);
      } finally {
        ports.importer.release();
      }
    },
    keep: (outcome, name) => keepCollection(ports, outcome, name.trim() || outcome.summary.name, 'import'),
    rename: async (id, name) => {
      const record = { ...(await requireCollection(ports, id)), name: name.trim() };
      if (record.name === '') throw new HitrateError('spec-invalid', 'A collection needs a name.');
      await storage.updateCollection(record);
      return record;
    },
    remove: (id) => storage.removeCollection(id),
    restoreSample: () => readSample(ports),
    docs: (id) => storage.getDocs(id),
    questions: async (id) => {
      revisions.set(id, (await requireCollection(ports, id)).revision);
      return storage.getQuestions(id);
    },
    saveQuestions: async (id, questions) => {
      const base = revisions.get(id) ?? (await requireCollection(ports, id)).revision;
      const record = await saveQuestions(ports, id, questions, base);
      revisions.set(id, record.revision);
      return record;
    },
    runs: (id) => storage.listRuns(id),
    addRuns: (id, runs) => addRuns(ports, id, runs),
    removeRun: (id, system) => storage.removeRun(id, system),
    brought: (id) => storage.listBrought(id),
    bring: (id, brought) => addBrought(ports, id, brought),
    removeBrought: (id, name) => storage.removeBrought(id, name),
    estimate: async (id, spec) =>
      estimateRun(ports, await requireCollection(ports, id), await storage.getQuestions(id), sound(spec)),
    run: async (id, spec, context) => {
      const checked = sound(spec);
      return ports.exclusive(() => safely(ports, context, () => runOf(ports, id, checked, context)));
    },
    pool: async (id, spec, depth, context) => {
      const checked = sound(spec);
      return ports.exclusive(() => safely(ports, context, () => poolOf(ports, id, checked, depth, context)));
    },
    chunking: async (id, chunker, signal) => chunkingOf(ports, await requireCollection(ports, id), chunker, signal),
    tryQuestion: async (id, spec, question, context) => {
      const checked = sound(spec);
      return ports.exclusive(() => tryQuestion(ports, id, checked, question, context));
    },
    results: (id) => storage.listResults(id),
    result: (id, key) => storage.getResult(id, key),
    compare: (result, measure, signal) => compareSystems(ports, result, measure, signal),
    rankings: (result, system) => rankingsOf(ports, result, system),
    truth: (result, system) => truthOf(ports, result, system),
    lab: (result, lists) => {
      const opening = lab.then(async (former) => {
        await former?.close();
        return openLab(ports, result, lists);
      });
      lab = opening.catch(() => null);
      return opening;
    },
    learned: (result, system) => learnedOf(ports, result, system),
    storage: () => storage.usage(),
  };
}

function sound(spec: ExperimentSpec): ExperimentSpec {
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
async function safely<T>(ports: Ports, { signal }: RunContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // An abort that surfaces as a torn-down worker call is still an abort.
    if (signal.aborted && !isAbort(error)) throw signal.reason;
    throw error;
  } finally {
    for (const port of [ports.lexical, ports.encoder, ports.vectors, ports.reranker, ports.learner]) port.release();
  }
}
