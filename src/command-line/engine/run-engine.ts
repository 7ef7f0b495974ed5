import { contentKey } from '../../base/hash';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { HandedSystem, TargetId, EngineIndex } from '../../domain/handover/target';
import { TARGETS } from '../../domain/handover/targets';
import type { AutomationOutcome } from '../../ui/command-line/automation';
import type { EngineOptions, EvaluationRequest } from '../../ui/command-line/command';
import { CommandRefusal, type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { PageServing } from '../../ui/command-line/serving';
import type { InputFile } from '../files';
import { EngineWork } from '../kept-work';
import { clip } from '../../ui/shared/format';
import type { ProgressLine } from '../progress-line';
import type { SitePage } from '../site-page';
import { EngineClient, type Retrying, type Wait, waitFor } from './client';
import { openCollection, type StreamedCollection } from './collection';
import { readAddress, transportTo } from './connection';
import { askAll, ensureIndex } from './index-work';
import { type EnginePlan, indexSystem, planFor, searchesIn } from './plan';
import { dryRun, Preparation, type Prepared } from './prepare';
import { engineNote, runFiles } from './results';
import { usualRelevance } from '../../domain/run/judgments';
import {
  engineNotices as notices,
  engineProblems as words,
  engineSteps as steps,
  type Environment,
  withoutSecrets,
} from './texts';
import { checkRows, experimentFor, openVectors } from './vector-files';

export interface EngineJob {
  readonly options: EngineOptions;
  readonly request: EvaluationRequest;
  readonly fresh: boolean;
  readonly files: readonly InputFile[];
  readonly env: Environment;
  readonly cache: string;
  readonly at: (path: string) => string;
  readonly page: PageServing;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
  /** A line for a person, beside the progress. */
  readonly say: (sentence: string) => void;
  /** Before what failed is sent again; a timer where absent. */
  readonly wait?: Wait;
}

/** Judgments and runs as files, which the page scores as it does runs of other systems. */
export type EngineRun = Awaited<ReturnType<typeof searched>>;

/**
 * Runs an experiment on an engine: an index is created, filled and asked there; lists are fused there or here. @returns
 * a text where nothing was to be sent @throws {CommandRefusal} for what a person can do something about, in sentences
 */
export async function runOnEngine(job: EngineJob): Promise<EngineRun | { readonly shown: string }> {
  const { options, request, files, at, page, signal, progress, say } = job;
  const address = readAddress(options.address);
  progress(stepOf(steps.reading));
  const collection = await openCollection(files, request.split);
  const vectors = await openVectors(options, at);
  try {
    const relevance = usualRelevance(collection.judgments);
    const spec = await experimentFor({ relevance, ...request }, collection, vectors, page);
    const plan = planFor(spec, address.engine, options.fusedBy);
    for (const each of plan.substitutes) say(notices.substitute(address.engine, each));
    const { forms, fitted } = TARGETS[address.engine];
    const system = await unbuilt(plan, page);
    const preparation = new Preparation(plan.retrievers, forms(system), fitted, page, vectors);
    await preparation.count(collection.passages(), (passages) => {
      signal.throwIfAborted();
      progress(stepOf(steps.counting(passages)));
    });
    const { questions } = collection;
    if (vectors) checkRows(vectors.questions, questions.length, 'questions');
    const values = await preparation.questions(options.dryRun ? questions.slice(0, 1) : questions);
    const index = indexOf(plan, system, values, collection, files);
    checkNumbers(address.engine, index.handed);
    const searches = searchesIn(plan, index);
    const prepared = { address, collection, spec, plan, preparation, values, index, searches };
    if (options.dryRun) return { shown: await dryRun(prepared, options.batch, ASKED) };
    return await searched(prepared, job);
  } finally {
    await vectors?.passages.close();
    await vectors?.questions.close();
  }
}

/** Questions in a request. */
const ASKED = 32;
/** Characters of what an engine says. */
const MOST_SHOWN = 300;

/** The index before the length of vectors is known. */
async function unbuilt(plan: EnginePlan, page: PageServing): Promise<HandedSystem> {
  const analyzers = plan.retrievers.flatMap((each) => ('analyzer' in each ? [each.analyzer] : []));
  const languages = [...new Set(analyzers.flatMap(({ stopWords }) => stopWords))];
  const stopWords = languages.length > 0 ? await page.stopWords(languages) : {};
  return indexSystem(plan, { name: '', dimensions: plan.retrievers.map(() => null), stopWords });
}

/** @throws {CommandRefusal} where vectors are longer than the engine takes */
export function checkNumbers(engine: TargetId, { dimensions }: HandedSystem): void {
  const { mostNumbers } = TARGETS[engine].live;
  const length = dimensions.find((each) => each !== null && each > mostNumbers);
  if (length) throw new CommandRefusal([words.tooWide(engine, length, mostNumbers)]);
}

/** Of the passages and of what is made of them: another index where anything of that is another. */
function indexOf(
  plan: EnginePlan,
  system: HandedSystem,
  values: Prepared['values'],
  { name, passageFiles }: StreamedCollection,
  files: readonly InputFile[],
): EngineIndex {
  const dimensions = values.map(([first]) => (first?.form === 'vector' ? first.vector.length : null));
  const read = files.filter(({ file }) => passageFiles.includes(file));
  const key = contentKey({
    // Of what is sent: a change of it must not meet an index of an earlier version.
    schema: 3,
    retrievers: plan.retrievers,
    dimensions,
    stopWords: system.stopWords,
    files: read.map(({ path, bytes, changed }) => ({ path, bytes, changed })),
  });
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 24);
  const own = ['hitrate', slug, key.slice(0, 10)].filter(Boolean).join('_');
  return { name: own, key, handed: { ...system, name: own, dimensions } };
}

async function searched(
  { address, collection, spec, plan, preparation, values, index, searches }: Prepared,
  { options: { batch }, request, cache, env, fresh, signal, progress, say, wait = waitFor }: EngineJob,
) {
  const { engine } = address;
  const work = EngineWork.open(cache, `engine-${index.name}`);
  if (!work) throw new CommandRefusal([words.inUse(index.name)]);
  // Cut afterwards: half of a secret would not be found.
  const shown = (text: string): string => clip(withoutSecrets(text, engine, env), MOST_SHOWN);
  const onRetry: Retrying['onRetry'] = ({ detail }, milliseconds) =>
    say(notices.waiting(shown(detail), milliseconds / 1000));
  const client = new EngineClient(engine, transportTo(address, env), { signal, wait, onRetry }, shown);
  const shared = { client, signal, progress };
  try {
    const version = await client.version(searches);
    say(notices.found(version, address.shown));
    const passages = await ensureIndex(index, collection, preparation, { ...shared, work, batch, fresh, say });
    if (preparation.shortened.size > 0) say(notices.longTerms(preparation.shortened.size));
    const answers = await askAll(searches, collection.questions, values, { ...shared, batch: ASKED });
    say(notices.kept(index.name));
    const files = runFiles(plan, answers, collection, work);
    const note = engineNote({ engine, version, index, plan, passages, answers });
    return {
      /** The systems in their order, by the names that the page gives their runs. */
      files,
      request: { ...scoring(request, spec), note: { engine: note } },
      warnings: collection.warnings,
      release: (keep: boolean) => work.release(keep),
    };
  } catch (error) {
    work.release(true);
    throw error;
  } finally {
    await client.close();
  }
}

/** How the page scores the runs: as the experiment says, without its systems. */
function scoring(request: EvaluationRequest, spec: ExperimentSpec): EvaluationRequest {
  // What says how systems are made is done by now.
  const { systems: _, split: __, experiment: ___, ...given } = request;
  const { measures, ks, relevance, missing, ownDocument = 'keep' } = spec;
  return { ...given, measures: measures.join(','), ks, relevance, missing, ownDocument };
}

interface EngineCommand extends Omit<EngineJob, 'env' | 'page' | 'progress' | 'say'> {
  readonly page: SitePage;
  readonly line: ProgressLine;
  readonly err: { write(text: string): void };
  readonly write: (path: string, piece: string | null) => void;
}

/** What the page made of the runs, or what to print where nothing is run. */
type EngineOutcome =
  | Extract<AutomationOutcome, { ok: true }>
  | { readonly shown: string }
  | { readonly cancelled: true };

export async function evaluatedOnEngine(command: EngineCommand): Promise<EngineOutcome> {
  const { page, signal, line, err, write } = command;
  const say = (sentence: string): void => {
    line.clear();
    err.write(`${sentence}\n`);
  };
  const progress = line.show.bind(line);
  let run: EngineRun | null = null;
  let done = false;
  try {
    const made = await runOnEngine({ ...command, env: process.env, page: page.serving, progress, say });
    if ('shown' in made) return made;
    run = made;
    const outcome = await page.evaluate(run.files, run.request, progress, write);
    line.clear();
    if (signal.aborted || 'cancelled' in outcome) return { cancelled: true };
    if (!outcome.ok) throw new CommandRefusal(outcome.problems);
    done = true;
    return { ...outcome, warnings: [...run.warnings, ...outcome.warnings] };
  } catch (error) {
    line.clear();
    // What was under way when it was interrupted fails in many ways.
    if (signal.aborted) return { cancelled: true };
    throw error;
  } finally {
    run?.release(!done);
  }
}
