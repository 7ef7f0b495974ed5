import { HitrateError } from '../contract/errors';
import type { Mappings } from '../domain/dataset/roles/with-roles';
import type { ResultRecord } from '../contract/result';
import type { Questions } from '../contract/storage';
import type { ReadingOptions, GenerateProgress, ImportProgress, SourceFile } from '../contract/workers';
import type { ChunkerSpec } from '../domain/chunk/chunker-spec';
import type { ImportedCollection } from '../domain/dataset/outcome';
import type { ExperimentSpec } from '../domain/experiment/experiment';
import type { CorrectedSystemsInput } from '../domain/automatic-judges/corrected-systems';
import type { SequentialInput } from '../domain/evidence/sequential';
import type { SequentialPlanningInput } from '../domain/planning/planning';
import type { AnalyzerSpec, StopWordLanguage } from '../domain/text/analyzer-spec';
import type { JudgingPlan } from '../domain/judging/plan';
import type { Candidate } from '../domain/questions/candidate';
import type { GenerateOptions } from '../domain/questions/generate/generate';
import { installSample, keepCollection, openSample } from './collections/collections';
import { JudgedDocuments, KeptQuestions } from './collections/kept-questions';
import { withQuestions } from './collections/stored-questions';
import { workspacesOf } from './collections/workspaces';
import type { AskedBlind } from './inspect/blind-list';
import { type Compared, compareSystems } from './inspect/comparisons';
import type { TryContext } from './inspect/open-question';
import type { ComparedResults } from './inspect/run-comparison';
import type { LabSession } from './inspect/lab';
import { loaderOf, type Ports, requireCollection, withWorker } from './kernel/ports';
import { alone, asAbort, type Following, freeWorkers, type RunContext } from './kernel/run-types';
import { createModels } from './models/create-models';
import { createWriting } from './models/writing';

export type Workbench = ReturnType<typeof createWorkbench>;

export type WorkbenchPart<Methods extends { readonly [Group in keyof Workbench]?: keyof Workbench[Group] }> = {
  readonly [Group in keyof Methods & keyof Workbench]: Pick<Workbench[Group], Methods[Group] & keyof Workbench[Group]>;
};

export function createWorkbench(ports: Ports) {
  const questions = new KeptQuestions(ports);
  const documents = new JudgedDocuments(ports);
  return {
    collections: collectionsOf(ports, documents, questions),
    questions: questionsOf(ports, documents, questions),
    runs: runsOf(ports, questions),
    models: Object.assign(createModels(ports), { writing: createWriting(ports) }),
    inspect: inspectOf(ports, questions),
    blind: blindOf(ports),
    workspaces: workspacesOf(ports, questions),
    serving: servingOf(ports),
  };
}

const inspectedLoader =
  <Key, Inspected>(open: (key: Key) => Promise<Inspected>) =>
  <Args extends unknown[], Reply>(load: () => Promise<(inspected: Inspected, ...args: Args) => Promise<Reply>>) =>
  async (key: Key, ...args: Args): Promise<Reply> => {
    const inspected = await open(key);
    return (await load())(inspected, ...args);
  };

function collectionsOf(ports: Ports, documents: JudgedDocuments, questions: KeptQuestions) {
  const lazy = loaderOf(ports);
  const { collections, supplied, space } = ports.storage;
  return {
    list: collectionLister(ports, questions),
    get: collections.get,
    onChange: ports.storage.onChange,
    async rename(id: string, name: string) {
      if (name.trim() === '') throw new HitrateError('no-name', null);
      return collections.rename(id, name.trim());
    },
    remove: collections.remove,
    openSample: () => openSample(ports),
    documentsSample: lazy(async () => (await import('./collections/documents')).documentsSample),
    readFiles: (
      files: readonly SourceFile[],
      { split, match, mappings, signal, progress }: Following<ImportProgress> & ReadingOptions,
    ) => withWorker(ports.importer, signal, (worker) => worker.read({ files, split, match, mappings }, progress)),
    /** @param documents ids that they may name, beside the paths of the files */
    tables: (files: readonly SourceFile[], signal: AbortSignal, documents: readonly string[] = []) =>
      withWorker(ports.importer, signal, (worker) => worker.tables({ files, documents })),
    keep: (outcome: ImportedCollection, name: string) =>
      keepCollection(ports, outcome, name.trim() || outcome.summary.name, 'import'),
    readDocuments: lazy(async () => (await import('./collections/documents')).readDocuments),
    refreshDocuments: lazy(async () => (await import('./collections/documents')).refreshDocuments),
    confirmRefresh: lazy(async () => (await import('./collections/documents')).confirmRefresh),
    docs: (id: string) => documents.read(id),
    chunking: async (id: string, chunker: ChunkerSpec | undefined, signal?: AbortSignal) =>
      (await import('./run/chunking-size')).chunkingOf(ports, await requireCollection(ports, id), chunker, signal),
    passageLengths: lazy(async () => (await import('./run/chunking-size')).passageLengths),
    chunk: lazy(async () => (await import('./run/chunking-size')).chunkOne),
    supplied: supplied.list,
    addSupplied: lazy(async () => (await import('./collections/additions')).addSupplied),
    removeSupplied: supplied.remove,
    usage: space.usage,
  };
}

function questionsOf(ports: Ports, documents: JudgedDocuments, questions: KeptQuestions) {
  const lazy = loaderOf(ports);
  const { annotations, automaticJudges, judges, judgingPlan } = ports.storage;
  return {
    read: (id: string) => questions.read(id),
    save: questions.save.bind(questions),
    acts: ports.storage.questions.acts,
    addActs: documents.addActs.bind(documents),
    judgingPlan: judgingPlan.get,
    planJudging: async (id: string, plan: JudgingPlan) => void (await judgingPlan.change(id, plan)),
    judges: judges.get,
    readJudges: async (id: string, files: readonly SourceFile[], { signal, progress }: Following<ImportProgress>) => {
      const { queries } = await ports.storage.questions.get(id);
      return withQuestions(ports, id, signal, (worker, docs) => worker.readJudges({ files, queries, docs }, progress));
    },
    changeJudges: questions.changeJudges.bind(questions),
    automaticJudges: automaticJudges.get,
    changeAutomaticJudges: automaticJudges.change,
    labelConcerns: lazy(async () => (await import('./collections/label-concerns')).concernsOf),
    settleConcern: lazy(async () => (await import('./collections/label-concerns')).settleConcern),
    annotations: annotations.get,
    annotate: annotations.change,
    readFiles: (
      id: string,
      files: readonly SourceFile[],
      { mappings = {}, signal, progress }: Following<ImportProgress> & { mappings?: Mappings },
    ) => withQuestions(ports, id, signal, (worker, docs) => worker.readQuestions({ files, docs, mappings }, progress)),
    generate: (id: string, options: GenerateOptions, { signal, progress }: Following<GenerateProgress>) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.generateQuestions({ docs, options }, progress)),
    check: (id: string, candidates: readonly Candidate[], signal: AbortSignal) =>
      withQuestions(ports, id, signal, (worker, docs) => worker.checkQuestions({ docs, candidates })),
    llamaIndex: async (id: string, chunker: ChunkerSpec | undefined, relevance: number, signal: AbortSignal) => {
      const { llamaIndexOf } = await import('./collections/llama-index');
      return llamaIndexOf(ports, id, await questions.read(id), chunker, relevance, signal);
    },
  };
}

function runsOf(ports: Ports, questions: KeptQuestions) {
  const lazy = loaderOf(ports);
  const { runs, results, runNotes, questions: stored } = ports.storage;
  return {
    external: runs.list,
    addExternal: lazy(async () => (await import('./collections/additions')).addRuns),
    removeExternal: runs.remove,
    readResults: async (id: string, files: readonly SourceFile[], how: Following<ImportProgress> & ReadingOptions) => {
      const { queries, judgments } = await stored.get(id);
      const judged = [...new Set(judgments.map(({ doc }) => doc))];
      return withQuestions(ports, id, how.signal, (worker, docs) =>
        worker.readResults({ files, queries, docs, judged, mappings: how.mappings ?? {} }, how.progress),
      );
    },
    estimate: async (id: string, spec: ExperimentSpec) => {
      const judged = await questions.settle(id);
      const { estimateRun } = await import('./run/estimate');
      return estimateRun(ports, await requireCollection(ports, id), judged, await validated(spec));
    },
    run: async (id: string, spec: ExperimentSpec, context: RunContext) => {
      const checked = await validated(spec);
      await questions.settle(id);
      return alone(ports, context, async () => {
        const collection = await requireCollection(ports, id);
        const { runExperiment } = await import('./run/run');
        return runExperiment(ports, { collection, questions: await stored.get(id), spec: checked }, context);
      });
    },
    pool: async (id: string, spec: ExperimentSpec, depth: number, context: RunContext) => {
      const checked = await validated(spec);
      return alone(ports, context, async () => {
        await requireCollection(ports, id);
        const { queries } = await stored.get(id);
        const { poolRun } = await import('./run/run');
        return poolRun(ports, { collection: id, queries, spec: checked }, depth, context);
      });
    },
    underWay: () => ports.underWay(),
    notes: runNotes.get,
    note: runNotes.change,
    results: results.list,
    result: results.get,
    otherResult: results.getOther,
  };
}

function blindOf(ports: Ports) {
  const { addList: _addList, ...stored } = ports.storage.blindComparisons;
  return {
    ...stored,
    next: (id: string, asked: AskedBlind, context: TryContext) =>
      // The workers stay: the next question needs them in a moment, and loading a model takes longer than asking.
      ports.exclusive(() =>
        asAbort(context, async () => (await import('./inspect/blind-list')).nextBlindList(ports, id, asked, context)),
      ),
    rest: async () => {
      try {
        await ports.exclusive(() => Promise.resolve(freeWorkers(ports)));
      } catch (error) {
        if (!(error instanceof HitrateError && error.code === 'already-running')) throw error;
      }
    },
  };
}

function inspectOf(ports: Ports, questions: KeptQuestions) {
  const lazy = loaderOf(ports);
  const settled = ({ collection }: ResultRecord): Promise<Questions> => questions.settle(collection);
  const judged = inspectedLoader(async (result: ResultRecord) => ({ ports, result, questions: await settled(result) }));
  const ofTwo = inspectedLoader(async (runs: ComparedResults) => ({
    ports,
    runs,
    questions: { before: await settled(runs.before), after: await settled(runs.after) },
  }));
  let lab: Promise<LabSession | null> = Promise.resolve(null);
  const statistics = (signal?: AbortSignal) => ports.statistics.with(signal);
  return {
    tryQuestion: async (id: string, spec: ExperimentSpec, question: string, context: TryContext) => {
      const checked = await validated(spec);
      await questions.settle(id);
      const { tryQuestion } = await import('./inspect/try-question');
      return alone(ports, context, () => tryQuestion(ports, id, checked, question, context));
    },
    compare: (result: Compared, measure: string, signal?: AbortSignal) =>
      compareSystems(ports, result, measure, signal),
    sequential: (input: SequentialInput, signal?: AbortSignal) => statistics(signal).sequential(input),
    planned: (input: SequentialPlanningInput, signal?: AbortSignal) => statistics(signal).planned(input),
    corrected: (input: CorrectedSystemsInput, signal?: AbortSignal) => statistics(signal).corrected(input),
    verdict: judged(async () => (await import('./inspect/verdict')).verdictOfResult),
    planning: lazy(async () => (await import('./inspect/verdict')).planningOfResult),
    compareRuns: ofTwo(async () => (await import('./inspect/run-comparison')).compareRuns),
    runSlices: ofTwo(async () => (await import('./inspect/run-comparison')).runSlicesOf),
    compareRunLists: ofTwo(async () => (await import('./inspect/run-comparison')).compareRunLists),
    runChanges: lazy(async () => (await import('./inspect/run-comparison')).runChanges),
    check: lazy(async () => (await import('./inspect/run-comparison')).checkResult),
    rescored: judged(async () => (await import('./inspect/rescored')).rescored),
    rankings: lazy(async () => (await import('./run/rankings')).rankingsOf),
    lists: lazy(async () => (await import('./run/rankings')).knownLists),
    truth: async (result: ResultRecord, system: string) => {
      await settled(result);
      return (await import('./inspect/truth')).truthOf(ports, result, system);
    },
    diagnosis: judged(async () => (await import('./inspect/diagnosis')).diagnoseSystem),
    slices: judged(async () => (await import('./inspect/slices')).slicesOf),
    cutter: lazy(async () => (await import('./run/chunking-size')).cutterOf),
    /** One at a time: another closes the former. */
    lab: (result: ResultRecord, lists: readonly string[]) => {
      const opening = lab.then(async (former) => {
        await former?.close();
        return (await import('./inspect/lab')).openLab(ports, result, lists);
      });
      lab = opening.catch(() => null);
      return opening;
    },
    handOver: lazy(async () => (await import('./inspect/hand-over')).handOver),
    handoverDifference: judged(async () => (await import('./inspect/handover-difference')).handoverDifference),
    learned: lazy(async () => (await import('./run/rankings')).learnedOf),
  };
}

function servingOf(ports: Ports) {
  return {
    terms: (analyzer: AnalyzerSpec, texts: readonly string[], signal: AbortSignal) =>
      ports.lexical.with(signal).terms({ analyzer, texts }),
    stopWords: (languages: readonly StopWordLanguage[], signal: AbortSignal) =>
      ports.lexical.with(signal).stopWords({ languages }),
    embed: loaderOf(ports)(async () => (await import('./run/serving')).embedTexts),
  };
}

function collectionLister(ports: Ports, questions: KeptQuestions) {
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

async function validated(spec: ExperimentSpec): Promise<ExperimentSpec> {
  const { parseExperiment } = await import('../domain/experiment/experiment');
  const parsed = parseExperiment(spec);
  if (parsed.ok) return parsed.spec;
  throw new HitrateError('experiment-invalid', { problems: parsed.problems });
}
