import type { ExplainedPassage } from '../../contract/workers';
import { fieldText } from '../../domain/retrieval/metadata/field-values';
import type { RetrieverSpec, WordSpec } from '../../domain/retrieval/retriever-spec';
import { fieldsOfRetriever } from '../../domain/experiment/retrievers';
import { valueOf } from '../../base/containers';
import { contentKey, distinct } from '../../base/hash';
import type { TermPlace } from '../../domain/text/term-places';
import type { DocId, Query } from '../../base/types';
import type { StageContext } from '../run/stage-context';
import { lexicalSearcher } from '../run/stages/lexical';
import { Tracker } from '../kernel/tracker';
import type { TriedPassage, TriedLists, TriedQuestion, TriedSystem } from './tried-question';
import { type ExpectedProblem, HitrateError } from '../../contract/errors';
import type { Questions } from '../../contract/storage';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { openListShares } from '../../domain/fusion/list-shares';
import { openQuestion, type TryContext, whyNotTried } from './open-question';
import type { Ports } from '../kernel/ports';
import { passageTruth } from '../../domain/scoring/ground-truth';
import { Runners, type Chunking, type Session } from '../run/session';
import { ranksByStage, traceOf } from './system-trace';

type Asked = { readonly context: StageContext; readonly spec: WordSpec; readonly ids: Set<DocId> };

type Explanations = ReadonlyMap<string, ReadonlyMap<DocId, ExplainedPassage>>;

/** Each index opens once. @returns by system, in the order of `found` */
async function explainPassages(
  found: readonly { readonly context: StageContext; readonly passages: readonly TriedPassage[] }[],
): Promise<TriedPassage[][]> {
  const asked = new Map<string, Asked>();
  for (const { context, passages } of found)
    for (const { id, text, lists } of passages)
      for (const { retriever, rank } of lists) {
        if (!isWords(retriever) || rank === null || text === null) continue;
        const key = keyOf(context, retriever);
        valueOf(asked, key, () => ({ context, spec: retriever, ids: new Set() })).ids.add(id);
      }
  const explanations = new Map<string, ReadonlyMap<DocId, ExplainedPassage>>();
  for (const [key, each] of asked) explanations.set(key, await explain(each));
  return found.map(({ context, passages }) => passages.map((passage) => withWords(context, passage, explanations)));
}

const isWords = (spec: RetrieverSpec): spec is WordSpec => 'analyzer' in spec;

const keyOf = ({ corpus }: StageContext, spec: WordSpec): string => contentKey([corpus.key, spec]);

async function explain({ context, spec, ids }: Asked): Promise<ReadonlyMap<DocId, ExplainedPassage>> {
  const { ports, corpus, queries, signal } = context;
  signal.throwIfAborted();
  const tracker = new Tracker(['lexical-index'], () => undefined);
  await lexicalSearcher(spec).open({ ...context, tracker });
  const fields = fieldsOfRetriever(spec);
  const passages = [...ids].map((id) => {
    const position = corpus.positions.get(id)!;
    const doc = corpus.docs[position]!;
    const indexed = fields.length === 0 ? corpus.texts[position]! : fieldText(doc, fields);
    return { position, indexed, shown: [doc.title, doc.text] };
  });
  const explained = await ports.lexical.with(signal).explain({ query: queries[0]!.text, spec, passages });
  return new Map([...ids].map((id, i) => [id, explained[i]!]));
}

function withWords(context: StageContext, passage: TriedPassage, explanations: Explanations): TriedPassage {
  let { title, text } = passage.marks;
  const lists = passage.lists.map((each) => {
    const known = isWords(each.retriever) ? explanations.get(keyOf(context, each.retriever))?.get(passage.id) : null;
    if (!known || each.rank === null) return each;
    const { places, ...words } = known;
    [title, text] = [together(title, places[0]!), together(text, places[1]!)];
    return { ...each, words };
  });
  return { ...passage, lists, marks: { title, text } };
}

const together = (a: readonly TermPlace[], b: readonly TermPlace[]): TermPlace[] =>
  [...a, ...b].sort((x, y) => x.start - y.start || x.end - y.end);

const SHOWN = 10;

/**
 * Asks one question by the stages and caches of an evaluation. A system that fails has its reason.
 * @throws {HitrateError} `spec-invalid` without a question or documents, `collection-missing`, `storage-full`
 */
export async function tryQuestion(
  ports: Ports,
  id: string,
  spec: ExperimentSpec,
  text: string,
  context: TryContext,
): Promise<TriedQuestion> {
  const { session, questions, query, known } = await openQuestion(ports, id, spec, text, context);
  const systems = await new Trying(session, spec, ofQuestion(questions, query)).askAll();
  context.signal.throwIfAborted();
  return { text: query.text.trim(), known, systems, remarks: distinct(session.remarks) };
}

const ofQuestion = ({ judgments, requirements = [] }: Questions, query: Query): Questions => ({
  queries: [query],
  judgments: judgments.filter((judgment) => judgment.query === query.id),
  requirements: requirements.filter((requirement) => requirement.query === query.id),
});

/** Failures of one system that say nothing about the others. */
const OF_A_SYSTEM = /^(system-|spec-invalid|model-|device-unavailable)/;

type TryQuestionFound = { readonly context: StageContext; readonly lists: TriedLists };

type TriedAnswer = { readonly id: string } & (
  | { readonly found: TryQuestionFound }
  | { readonly problem: ExpectedProblem }
);

class Trying {
  private readonly runners: Runners;

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly questions: Questions,
  ) {
    // Without judgments: nothing that is tried may learn from them.
    this.runners = new Runners(session, spec, { queries: [], judgments: [] });
  }

  async askAll(): Promise<TriedSystem[]> {
    const answers: TriedAnswer[] = [];
    for (const system of this.spec.systems) answers.push(await this.ask(system));
    const found = answers.flatMap((answer) => ('found' in answer ? [answer.found] : []));
    const explained = await explainPassages(found.map(({ context, lists: { passages } }) => ({ context, passages })));
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

  private async find(system: SystemSpec): Promise<TryQuestionFound> {
    const chunking = await this.session.chunking(system);
    const { context } = chunking;
    const trace = await traceOf(this.runners.runnerOf(chunking).runner, system, this.spec);
    const rankings = [trace.lists[0]!, ...trace.steps.map(({ ranking }) => ranking)];
    const kept = rankings.at(-1)!;
    const whole = system.threshold === null ? kept : rankings.at(-2)!;
    const sharesOf = system.fusion && openListShares(trace.lists, system.fusion);
    const first = kept.slice(0, SHOWN).map((hit, i) => ({
      ...hit,
      rank: i + 1,
      shares: sharesOf?.(hit.id) ?? null,
      ...ranksByStage(trace, system, hit.id),
    }));
    const lists = {
      passages: this.withTexts(chunking, first),
      found: kept.length,
      cut: whole.length - kept.length,
      milliseconds: trace.milliseconds,
    };
    return { context, lists };
  }

  private withTexts(chunking: Chunking, passages: readonly Bare[]): TriedPassage[] {
    const { corpus, queries } = chunking.context;
    const places = new Map(chunking.chunks?.map(({ id, place }) => [id, place]));
    const { qrels } = passageTruth(this.session.docs, chunking.chunks, this.questions, this.spec.relevance);
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
}

type Bare = Omit<TriedPassage, 'place' | 'title' | 'text' | 'grade' | 'marks'>;
