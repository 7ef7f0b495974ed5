import { type ExpectedProblem, HitrateError } from '../../contract/errors';
import type { Questions } from '../../contract/storage';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { canonicalJson, distinct } from '../../base/hash';
import { type Query, queryId } from '../../base/types';
import { explainPassages } from './explain-passages';
import type { Ports } from '../kernel/ports';
import { requireCollection } from '../kernel/require-collection';
import { type Chunking, passageTruth, Session } from '../run/session';
import type { StageContext } from '../run/stage-context';
import { SystemRunner } from '../run/stages/system';
import { ranksByStage, traceOf } from './system-trace';
import type { TriedLists, TriedPassage, TriedQuestion, TriedSystem, TryContext } from './tried-question';
import { whyNotTried } from './why-not-tried';

/** Passages of each system that are shown and explained. */
const SHOWN = 10;

/** Id of a question that is not one of the collection: no file names it. */
const UNKNOWN = queryId('\u0000tried');

/**
 * Asks the systems of an experiment one question, by the stages of an evaluation, with their caches: so what is found is
 * what an evaluation would find. A system that cannot be asked a single question, or that fails, is told with its reason,
 * and the others are asked. A question that the collection has is asked as that one, so that runs and rewrites from files
 * answer for it.
 *
 * @throws {HitrateError} `spec-invalid` without a question or documents, `collection-missing`, `storage-full`
 * @throws {DOMException} `AbortError` when the context's signal is aborted
 */
export async function tryQuestion(
  ports: Ports,
  id: string,
  spec: ExperimentSpec,
  text: string,
  context: TryContext,
): Promise<TriedQuestion> {
  const { counts } = await requireCollection(ports, id);
  const asked = text.trim();
  if (asked === '') throw new HitrateError('no-question', null);
  if (counts.docs === 0) throw new HitrateError('nothing-to-search', null);
  const questions = await ports.storage.questions.get(id);
  const known = questions.queries.find((query) => query.text.trim() === asked) ?? null;
  const query = known ?? { id: UNKNOWN, text: asked };
  const session = await Session.open(ports, { collection: id, queries: [query], spec }, context);
  const systems = await new Trying(session, spec, ofQuestion(questions, query)).askAll();
  context.signal.throwIfAborted();
  return { text: asked, known: known?.id ?? null, systems, remarks: distinct(session.remarks) };
}

/** The judgments of one question alone: they say what is shown beside its passages, and nothing is trained on them. */
const ofQuestion = ({ judgments, requirements = [] }: Questions, query: Query): Questions => ({
  queries: [query],
  judgments: judgments.filter((judgment) => judgment.query === query.id),
  requirements: requirements.filter((requirement) => requirement.query === query.id),
});

/** Failures of one system that say nothing about the others. */
const OF_A_SYSTEM = /^(system-|spec-invalid|model-|device-unavailable)/;

/** What a system found, before it is told why. */
interface Found {
  readonly environment: StageContext;
  readonly lists: TriedLists;
}

type TriedAnswer = { readonly id: string } & ({ readonly found: Found } | { readonly problem: ExpectedProblem });

class Trying {
  private readonly runners = new Map<string, SystemRunner>();

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly questions: Questions,
  ) {}

  async askAll(): Promise<TriedSystem[]> {
    const answers: TriedAnswer[] = [];
    for (const system of this.spec.systems) answers.push(await this.ask(system));
    const found = answers.flatMap((answer) => ('found' in answer ? [answer.found] : []));
    const explained = await explainPassages(
      found.map(({ environment, lists: { passages } }) => ({ environment, passages })),
    );
    const passagesOf = new Map(found.map((each, i) => [each, explained[i]!]));
    return answers.map((answer): TriedSystem => {
      if ('problem' in answer) return { id: answer.id, ok: false, problem: answer.problem };
      const passages = passagesOf.get(answer.found)!;
      return { id: answer.id, ok: true, lists: { ...answer.found.lists, passages } };
    });
  }

  private async ask(system: SystemSpec): Promise<TriedAnswer> {
    const { ports, collection, queries } = this.session;
    const { id } = system;
    const problem = await whyNotTried(ports, collection, system, queries[0]!);
    if (problem !== null) return { id, problem };
    try {
      return { id, found: await this.find(system) };
    } catch (error) {
      if (error instanceof HitrateError && OF_A_SYSTEM.test(error.code)) return { id, problem: error.problem };
      throw error;
    }
  }

  private async find(system: SystemSpec): Promise<Found> {
    const chunking = await this.session.chunking(system);
    const { environment } = chunking;
    const trace = await traceOf(this.runnerOf(chunking), system, this.spec);
    const rankings = [trace.lists[0]!, ...trace.steps.map(({ ranking }) => ranking)];
    const kept = rankings.at(-1)!;
    const whole = system.threshold === null ? kept : rankings.at(-2)!;
    const first = kept
      .slice(0, SHOWN)
      .map((hit, i) => ({ ...hit, rank: i + 1, ...ranksByStage(trace, system, hit.id) }));
    const lists = {
      passages: this.withTexts(chunking, first),
      found: kept.length,
      cut: whole.length - kept.length,
      milliseconds: trace.milliseconds,
    };
    return { environment, lists };
  }

  private withTexts(chunking: Chunking, passages: readonly Bare[]): TriedPassage[] {
    const { corpus, queries } = chunking.environment;
    const places = new Map(chunking.chunks?.map(({ id, place }) => [id, place]));
    const { qrels } = passageTruth(this.session.docs, chunking, this.questions, this.spec.relevance);
    const grades = qrels.get(queries[0]!.id);
    return passages.map((passage) => {
      const doc = corpus.docs[corpus.positions.get(passage.id) ?? -1];
      return {
        ...passage,
        place: places.get(passage.id) ?? null,
        title: doc?.title ?? '',
        text: doc?.text ?? null,
        grade: grades?.get(passage.id) ?? null,
        marks: { title: [], text: [] },
      };
    });
  }

  /** Judgments are not told to it: nothing that is tried may learn from them. */
  private runnerOf({ chunker, environment }: Chunking): SystemRunner {
    const key = canonicalJson(chunker);
    const truth = { qrels: new Map(), requirements: new Map(), maxGrade: 0 };
    const runner = this.runners.get(key) ?? new SystemRunner(environment, this.spec, truth);
    this.runners.set(key, runner);
    return runner;
  }
}

type Bare = Omit<TriedPassage, 'place' | 'title' | 'text' | 'grade' | 'marks'>;
