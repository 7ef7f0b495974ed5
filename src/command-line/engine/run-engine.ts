import { readFileSync } from 'node:fs';
import { contentKey } from '../../base/hash';
import { baseName } from '../../base/paths';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { trecQrels, trecRun, UnwritableId } from '../../domain/report/trec';
import type { EngineOptions, EvaluationRequest } from '../../ui/command-line/command';
import { CommandRefusal, type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { PageServing } from '../../ui/command-line/serving';
import type { InputFile } from '../input-files';
import { type EngineAddress, readAddress } from './address';
import { askAll, type EngineAnswers, runOf } from './ask-engine';
import { ensureIndex } from './build-index';
import { openCollection, type StreamedCollection } from './collection';
import { protocolOf, transportTo } from './connect';
import { type Environment, withoutSecrets } from './credentials';
import { dryRun } from './dry-run';
import { EngineClient } from './engine-client';
import { checkRows, experimentFor, openVectors } from './engine-experiment';
import { engineNote } from './engine-note';
import { EngineWork } from './engine-work';
import { checkLimits } from './limits';
import { type EnginePlan, fieldsOf, planFor } from './plan';
import { Preparation } from './prepare';
import { type Wait, waitFor, withRetries } from './retries';
import { engineNotices as notices, engineProblems as words, engineSteps as steps } from './texts';
import type { AskedEngine, EngineIndex, FusedBy, FusionProtocol, SearchedValue } from './types';

export interface EngineRunInput {
  readonly options: EngineOptions;
  readonly request: EvaluationRequest;
  readonly files: readonly InputFile[];
  readonly fresh: boolean;
  readonly env: Environment;
  /** Of caches of this machine's user. */
  readonly cache: string;
  readonly at: (path: string) => string;
}

export interface EngineRunContext {
  readonly page: PageServing;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
  /** A line for a person, beside the progress. */
  readonly say: (sentence: string) => void;
  /** Before what failed is sent again; a timer where absent. */
  readonly wait?: Wait;
}

/** Judgments and runs as files, which the page scores as it does runs of other systems. */
export interface EngineRun {
  /** The systems in their order, by the names that the page gives their runs. */
  readonly files: readonly InputFile[];
  /** The runs alone, by the names under which they are written beside the results. */
  readonly runs: Readonly<Record<string, string>>;
  readonly request: EvaluationRequest;
  readonly warnings: readonly string[];
  release(keep: boolean): void;
}

/**
 * Runs an experiment on an engine: an index is created, filled and asked there; lists are fused there or here.
 *
 * @returns a text where nothing was to be sent
 * @throws {CommandRefusal} for what a person can do something about, in sentences
 */
export async function runOnEngine(
  input: EngineRunInput,
  context: EngineRunContext,
): Promise<EngineRun | { readonly shown: string }> {
  const { options, request, files, at, env } = input;
  const address = readAddress(options.address);
  context.progress(stepOf(steps.reading));
  const collection = await openCollection(files, request.split);
  const vectors = await openVectors(options, at);
  try {
    const spec = await experimentFor(request, collection, vectors, context.page);
    const plan = planFor(spec, address.engine, fusingBy(options.fusedBy, address.engine));
    for (const each of plan.substitutes) context.say(notices.substitute(address.engine, each));
    const preparation = new Preparation(plan, context.page, vectors);
    await preparation.count(collection.passages(), (passages) => {
      context.signal.throwIfAborted();
      context.progress(stepOf(steps.counting(passages)));
    });
    const { questions } = collection;
    if (vectors) checkRows(vectors.questions, questions.length, 'questions');
    const asked = options.dryRun ? questions.slice(0, 1) : questions;
    const values = await preparation.questions(asked, [...asked.keys()]);
    const index = indexOf(plan, values, collection, input);
    checkLimits(address.engine, index);
    if (options.dryRun) {
      const { batch } = options;
      return { shown: await dryRun(address, { index, plan, collection, preparation, values, batch, asked: ASKED }) };
    }
    return await searched({ address, collection, spec, plan, preparation, values, index }, input, context);
  } catch (error) {
    throw error instanceof CommandRefusal
      ? new CommandRefusal(error.problems.map((each) => withoutSecrets(each, address.engine, env)))
      : error;
  } finally {
    await vectors?.passages.close();
    await vectors?.questions.close();
  }
}

/** @throws {CommandRefusal} where an engine is to join lists and does not */
function fusingBy(fusedBy: FusedBy, engine: AskedEngine): FusionProtocol | 'here' {
  if (fusedBy === 'here') return 'here';
  const { fusion } = protocolOf(engine);
  if (!fusion) throw new CommandRefusal([words.noFusion(engine)]);
  return fusion;
}

interface Searched {
  readonly address: EngineAddress;
  readonly collection: StreamedCollection;
  readonly spec: ExperimentSpec;
  readonly plan: EnginePlan;
  readonly preparation: Preparation;
  readonly values: readonly (readonly SearchedValue[])[];
  readonly index: EngineIndex;
}

async function searched(
  { address, collection, spec, plan, preparation, values, index }: Searched,
  { options, request, cache, env, fresh }: EngineRunInput,
  { signal, progress, say, wait = waitFor }: EngineRunContext,
): Promise<EngineRun> {
  const { engine } = address;
  const work = EngineWork.open(cache, `engine-${index.name}`);
  if (!work) throw new CommandRefusal([words.inUse(index.name)]);
  const transport = withRetries(transportTo(address, env), wait, ({ detail }, milliseconds) =>
    say(notices.waiting(withoutSecrets(detail, engine, env), milliseconds / 1000)),
  );
  const client = new EngineClient(engine, protocolOf(engine), transport, signal, wait);
  try {
    const version = await client.version();
    say(notices.found(version, address.shown));
    const { batch } = options;
    const passages = await ensureIndex(index, collection, preparation, {
      client,
      work,
      batch,
      fresh,
      signal,
      progress,
      say,
    });
    const { questions } = collection;
    const answers = await askAll(index, plan, questions, values, { client, work, batch: ASKED, signal, progress });
    say(notices.kept(index.name));
    const files = runFiles(plan, answers, collection, listDepth(spec), work);
    const note = engineNote({ engine, version, index, plan, passages, answers });
    return {
      files,
      runs: Object.fromEntries(files.slice(1).map(({ path, file }) => [`runs/${path}`, readFileSync(file, 'utf8')])),
      request: { ...scoring(request, spec), note: { engine: note } },
      warnings: collection.warnings,
      release: (keep) => work.release(keep),
    };
  } catch (error) {
    work.release(true);
    throw error;
  } finally {
    await client.close();
  }
}

/** Questions in a request. */
const ASKED = 32;

/** Of the passages and of what is made of them: another index where anything of that is another. */
function indexOf(
  plan: EnginePlan,
  values: Searched['values'],
  { name, passageFiles }: StreamedCollection,
  { files }: EngineRunInput,
): EngineIndex {
  const dimensions = new Map(values.map(([first], i) => [i, first instanceof Float32Array ? first.length : 0]));
  const fields = fieldsOf(plan, dimensions);
  const read = files.filter(({ file }) => passageFiles.includes(file));
  const key = contentKey({
    schema: 1,
    fields,
    files: read.map(({ path, bytes, changed }) => ({ path, bytes, changed })),
  });
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 24);
  return { name: ['hitrate', slug, key.slice(0, 10)].filter(Boolean).join('_'), key, fields };
}

/** Runs are named by their tags, and judgments by what they are. */
function runFiles(
  { systems }: EnginePlan,
  answers: EngineAnswers,
  { questions, judgments }: StreamedCollection,
  depth: number,
  work: EngineWork,
): InputFile[] {
  const write = (path: string, text: string): InputFile => {
    const file = work.write(path, text);
    return { file, path, bytes: text.length, changed: 0 };
  };
  try {
    return [
      write('qrels.txt', trecQrels(judgments)),
      ...systems.map((system, i) =>
        write(`${i + 1}-${baseName(system.id)}.run`, trecRun(runOf(system, answers, questions, depth), system.id).text),
      ),
    ];
  } catch (error) {
    if (!(error instanceof UnwritableId)) throw error;
    throw new CommandRefusal([words.blankInId(error.kind, error.id)]);
  }
}

/** How the page scores the runs: as the experiment says, without its systems. */
function scoring(request: EvaluationRequest, { measures, ks, relevance, missing }: ExperimentSpec): EvaluationRequest {
  // What says how systems are made is done by now.
  const { systems: _, split: __, experiment: ___, ...given } = request;
  return { ...given, measures: measures.join(','), ks, relevance, missing };
}
