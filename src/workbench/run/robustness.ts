import type { Questions } from '../../contract/storage';
import type { QuestionsApi } from '../../contract/workers';
import type { Query } from '../../base/types';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import type { FigureChange } from '../../domain/run-comparison/figure-changes';
import {
  isReadAloud,
  isTypedByPinyin,
  PERTURBATION_KINDS,
  type PerturbationKind,
  type PerturbedQuestion,
  perturbedQuestions,
  type QuestionWords,
} from '../../domain/robustness/perturbation';
import { questionsIn } from '../../domain/splits/question-splits';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import { countedNow } from '../kernel/counted-questions';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following, RunProgress } from '../kernel/run-types';
import { isHeldOut } from './parts';
import { Runners } from './runners';
import { Session } from './session';
import { ScoreColumns } from './stages/score';
import { isImported } from './stages/system';

/** What is measured: an experiment by one of its measures; the seed decides every changed character. */
export interface RobustnessOptions {
  readonly spec: ExperimentSpec;
  readonly measure: string;
  readonly seed: number;
}

export interface RobustnessProgress {
  /** Null while the questions are asked as they are. */
  readonly kind: PerturbationKind | null;
  readonly done: number;
  readonly total: number;
  readonly run: RunProgress;
}

/** How much a system loses where questions are asked otherwise, paired with the same questions as they are. */
export interface RobustnessLoss extends Pick<
  FigureChange,
  'questions' | 'meanBefore' | 'meanAfter' | 'difference' | 'interval' | 'corrected'
> {
  readonly system: string;
  readonly kind: PerturbationKind;
}

export interface Robustness {
  readonly measure: string;
  readonly seed: number;
  /** That count in the result. */
  readonly questions: number;
  /** Kinds that change some question, with those that they leave out since they cannot change them. */
  readonly kinds: readonly {
    readonly kind: PerturbationKind;
    readonly changed: readonly PerturbedQuestion[];
    readonly unchanged: number;
  }[];
  readonly systems: readonly string[];
  /** Systems that read more of a question than its text, or learn from its judgments. */
  readonly leftOut: readonly string[];
  /** By kind, then by system. */
  readonly losses: readonly RobustnessLoss[];
}

/**
 * Asks the systems of an experiment the questions of a collection as they are and in other forms, a run for each form, and
 * compares them by one measure. The judgments stay: the answer is the same. What was computed before is not computed
 * again; nothing is kept but what stages cache.
 *
 * @param asked.measure canonical text of a measure that is compared question by question
 */
export async function measureRobustness(
  ports: Ports,
  { collection, questions: all }: { readonly collection: string; readonly questions: Questions },
  { spec: asked, measure, seed }: RobustnessOptions,
  { signal, progress }: Following<RobustnessProgress>,
): Promise<Robustness> {
  const questions = questionsIn(asked.split, all);
  const { queries } = await countedNow(ports, collection, questions);
  const systems = asked.systems.filter(readsText);
  const spec: ExperimentSpec = { ...asked, systems, measures: [measure] };
  const wordsOf = await readWords(ports, collection, queries, signal);
  const forms = PERTURBATION_KINDS.map((kind) => ({
    kind,
    changed: perturbedQuestions(queries, kind, seed, wordsOf),
  })).filter(({ changed }) => changed.length > 0);
  const total = forms.length + 1;
  const ask = (form: readonly Query[], kind: PerturbationKind | null, done: number) =>
    valuesOfForm(ports, { collection, questions, spec, measure }, form, {
      signal,
      progress: (run) => progress({ kind, done, total, run }),
    });
  const own = systems.length > 0 ? await ask(queries, null, 0) : [];
  const rows: {
    readonly kind: PerturbationKind;
    readonly system: string;
    readonly values: [Float64Array, Float64Array];
  }[] = [];
  for (const [n, { kind, changed }] of systems.length > 0 ? forms.entries() : []) {
    const form = changed.map(({ query, text }) => ({ ...query, text }));
    const values = await ask(form, kind, n + 1);
    const positions = new Map(form.map(({ id }, i) => [id, i]));
    systems.forEach(({ id: system }, s) => {
      const after = Float64Array.from(queries, ({ id }) => values[s]![positions.get(id) ?? -1] ?? NaN);
      rows.push({ kind, system, values: [own[s]!, after] });
    });
  }
  const changes = await ports.statistics.with(signal).figureChanges({
    measure,
    margin: 0,
    systems: rows.map(({ system, values: [valuesBefore, valuesAfter] }) => ({
      before: system,
      after: system,
      // Where a question has no other form, it has no loss either.
      valuesBefore: valuesBefore.map((value, q) => (Number.isNaN(valuesAfter[q]!) ? NaN : value)),
      valuesAfter,
    })),
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  });
  return {
    measure,
    seed,
    questions: queries.length,
    kinds: forms.map(({ kind, changed }) => ({ kind, changed, unchanged: queries.length - changed.length })),
    systems: systems.map(({ id }) => id),
    leftOut: asked.systems.filter((system) => !systems.includes(system)).map(({ id }) => id),
    losses: rows.map(({ kind, system }, i) => {
      const { questions: counted, meanBefore, meanAfter, difference, interval, corrected } = changes[i]!;
      return { kind, system, questions: counted, meanBefore, meanAfter, difference, interval, corrected };
    }),
  };
}

/** External runs, vectors and rewrites are of the question as it was; what trains would be trained on other questions. */
const readsText = (system: SystemSpec): boolean =>
  !isImported(system) &&
  !isHeldOut(system) &&
  system.retrievers.every(({ kind }) => !['run', 'file-vectors', 'rewritten'].includes(kind));

/** The words of Japanese and of Chinese questions. The dictionaries, of 18 MB and of 290 kB, are loaded for these alone. */
async function readWords(
  { questions, storage }: Ports,
  collection: string,
  queries: readonly Query[],
  signal: AbortSignal,
): Promise<(query: Query) => QuestionWords> {
  const wordsOf = async <T>(
    asked: readonly Query[],
    read: (worker: QuestionsApi, texts: readonly string[]) => Promise<readonly (readonly T[])[]>,
  ): Promise<Map<string, readonly T[]>> => {
    const texts = asked.map(({ text }) => text);
    const words = texts.length > 0 ? await withWorker(questions, signal, (worker) => read(worker, texts)) : [];
    return new Map(texts.map((text, i) => [text, words[i]!]));
  };
  const japanese = await wordsOf(queries.filter(isReadAloud), (worker, texts) => worker.readWords({ texts }));
  const chinese = await wordsOf(queries.filter(isTypedByPinyin), async (worker, texts) =>
    worker.typedWords({ texts, docs: await storage.collections.docs(collection) }),
  );
  return ({ text }) => ({ japanese: japanese.get(text) ?? [], chinese: chinese.get(text) ?? [] });
}

/** Values by system, then by question of the form. */
async function valuesOfForm(
  ports: Ports,
  input: {
    readonly collection: string;
    readonly questions: Questions;
    readonly spec: ExperimentSpec;
    readonly measure: string;
  },
  queries: readonly Query[],
  context: Following<RunProgress>,
): Promise<Float64Array[]> {
  const { collection, questions, spec, measure } = input;
  const session = await Session.open(ports, { collection, queries, spec }, context);
  const runners = new Runners(session, spec, questions);
  const values: Float64Array[] = [];
  for (const system of spec.systems) {
    context.signal.throwIfAborted();
    const { byK, truth } = await runners.run(system);
    const columns = new ScoreColumns(spec, byK, truth, queries.length);
    queries.forEach((query, i) => (truth.qrels.has(query.id) ? columns.add(query, i) : columns.leaveOut(i)));
    values.push(columns.columns().perQuery[measure]!);
  }
  return values;
}
