import { HitrateError } from '../../contract/errors';
import type { LabApi } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { truncated } from '../../domain/fusion/fuse';
import type { LabInput, LabQuestionInput } from '../../domain/lab/questions';
import { DocNumbers, packRankings } from '../../domain/run/packed';
import { canonicalJson, distinct } from '../../base/hash';
import { soleRetriever } from '../../domain/experiment/parts';
import type { Run } from '../../base/types';
import { readsText } from '../../domain/measures/parse';
import { questionsKey } from '../kernel/questions';
import { listDepth } from '../../domain/experiment/experiment';
import type { Ports } from '../kernel/ports';
import { rankingsOf } from '../run/rankings';
import { rankedBy, truthOfPassages } from './truth';

export interface LabSession extends Omit<LabApi, 'open'> {
  close(): Promise<void>;
}

/** Systems of one retriever and nothing else; of several chunkings those of the first. */
export function singleLists(result: ResultRecord): string[] {
  const { spec, systems } = result;
  const alone = spec.systems
    .filter((system) => soleRetriever(system) !== null)
    .map(({ id }) => id)
    .filter((id) => systems.some((system) => system.id === id));
  const chunkerOf = (id: string): string => canonicalJson(rankedBy(result, id));
  return alone.filter((id) => chunkerOf(id) === chunkerOf(alone[0]!));
}

async function refuseTest({ storage }: Ports, { collection, queries }: ResultRecord): Promise<void> {
  const scored = new Set(queries);
  const { queries: questions } = await storage.questions.get(collection);
  const test = questions.filter(({ id, split }) => split === 'test' && scored.has(id)).length;
  if (test > 0) throw new HitrateError('tuned-on-test', { questions: test });
}

/** @throws {HitrateError} `tuned-on-test`, `lists-missing`, `changed-elsewhere` where questions were edited since */
export async function openLab(ports: Ports, result: ResultRecord, lists: readonly string[]): Promise<LabSession> {
  await refuseTest(ports, result);
  await ports.lab.with().open(await labInput(ports, result, lists));
  let closing: Promise<void> | null = null;
  const under = new Set<Promise<unknown>>();
  const api = ports.lab.with();
  const guarded =
    <Args extends unknown[], Reply>(call: (...args: Args) => Promise<Reply>) =>
    async (...args: Args): Promise<Reply> => {
      if (closing) throw new DOMException('The fusion lab is closed.', 'AbortError');
      const reply = call(...args);
      under.add(reply);
      return reply.finally(() => under.delete(reply));
    };
  /** A worker that is released in mid-call ends after it, and would take the next lab with it. */
  const closed = async (): Promise<void> => {
    await Promise.allSettled([...under, api.stop()]);
    ports.lab.release();
  };
  return {
    read: guarded((move) => api.read(move)),
    map: guarded((request, progress) => api.map(request, progress)),
    tune: guarded((request, progress) => api.tune(request, progress)),
    stop: guarded(() => api.stop()),
    close() {
      closing ??= closed();
      return closing;
    },
  };
}

async function labInput(ports: Ports, result: ResultRecord, lists: readonly string[]): Promise<LabInput> {
  const { spec, queries, collection, systems } = result;
  const questions = await ports.storage.questions.get(collection);
  if ((await questionsKey(questions)) !== result.questionsKey) throw new HitrateError('lab-outdated', null);
  const depth = listDepth(spec);
  const docs = new DocNumbers();
  const packed = [];
  for (const id of lists) packed.push({ id, rankings: pack(await keptRun(ports, result, id), queries, depth, docs) });
  const { qrels, requirements, maxGrade } = await truthOfLists(ports, result, lists, questions);
  const texts = new Map(questions.queries.map(({ id, text }) => [id, text]));
  return {
    questions: queries.map((id): LabQuestionInput => ({
      id,
      text: texts.get(id) ?? '',
      judged: [...(qrels.get(id) ?? [])].map(([doc, grade]) => [docs.of(doc), grade]),
      needs: requirements.get(id) ?? null,
    })),
    lists: packed,
    docs: docs.ids,
    systems: systems.map(({ id, perQuery }) => ({ id, values: perQuery })),
    measures: spec.measures.filter((text) => !readsText(text)),
    depth,
    relevance: spec.relevance,
    missing: spec.missing,
    maxGrade,
  };
}

/** Lists are joined by what they rank: passages that were cut otherwise have nothing in common. */
async function truthOfLists(ports: Ports, result: ResultRecord, lists: readonly string[], questions: Questions) {
  const chunkers = distinct(lists.map((id) => rankedBy(result, id)));
  if (chunkers.length > 1) throw new HitrateError('lab-mixed-chunkings', null);
  return truthOfPassages(ports, result.collection, questions, chunkers[0] ?? null, result.spec);
}

async function keptRun(ports: Ports, result: ResultRecord, system: string): Promise<Run> {
  const run = await rankingsOf(ports, result, system);
  if (run) return run;
  throw new HitrateError('lab-lists-gone', { system });
}

function pack(run: Run, queries: ResultRecord['queries'], depth: number, docs: DocNumbers) {
  return packRankings(
    queries.map((query) =>
      truncated(run.get(query) ?? [], depth).map(({ id, score }) => ({ doc: docs.of(id), score })),
    ),
  );
}
