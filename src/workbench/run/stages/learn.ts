import { HitrateError } from '../../../contract/errors';
import type { Candidates, LearningStep } from '../../../contract/workers';
import type { LearnedReport } from '../../../contract/result';
import { truncated } from '../../../domain/fusion/fuse';
import { numberOf } from '../../../domain/retrieval/metadata/field-values';
import { DocNumbers, packRankings, type PackedRankings, runHash, unpackRankings } from '../../../domain/run/packed';
import type { AnalyzerSpec } from '../../../domain/text/analyzer-spec';
import { type FeaturesSpec, type LearnedSpec, type TrainedSpec, trainedKey } from '../../../domain/ltr/learned-spec';
import type { DocId, Hit, Qrels } from '../../../base/types';
import { segmenterIdentity } from '../../../domain/text/segments';
import { textKey } from '../../../domain/dataset/corpus';
import type { Corpus } from '../../kernel/corpus';
import { pacer } from '../../kernel/pace';
import { keptOr } from '../../kernel/ports';
import { chunks, type Cut, type StageContext, type Ranked, stageKey, type VersionedStage } from '../stage-context';

const BATCH = 500;

type KeptLists = Awaited<ReturnType<typeof learnLists>>;

type MeanLength = { readonly terms: number; readonly milliseconds: number };

/**
 * A cross-validated ranker scores every question by a model trained on others. A question's time is that of its lists,
 * features and scores; the time to build is that of the retrievers, of reading terms, and of the one training on all
 * questions. @throws {HitrateError} `spec-invalid` where there is too little to learn from
 */
export async function learn(
  context: StageContext,
  retrieved: readonly Ranked[],
  spec: LearnedSpec,
  { depth, kept }: Cut,
  truth: { readonly qrels: Qrels },
): Promise<Ranked & { readonly training: LearnedReport | null }> {
  const { queries, ports, collection, tracker, signal } = context;
  checkQuestions(context, spec);
  const candidates = await candidatesOf(context, retrieved, depth, truth.qrels, spec);
  const key = learnedKey(context, candidates, spec);
  tracker.expect('learn', queries.length);
  const known = (await ports.storage.artifacts.get(collection, key)) as KeptLists | null;
  if (known) tracker.reused('learn', queries.length);
  const lists = known ?? (await learnLists(context, candidates, spec));
  signal.throwIfAborted();
  if (!known) await ports.storage.artifacts.put(collection, key, lists);
  tracker.finish('learn');
  if (spec.kind === 'model') remarkOnSeen(context, spec);
  const rankings = unpackRankings(lists.rankings, candidates.docs).map((ranking) => truncated(ranking, kept));
  const milliseconds = lists.milliseconds.map((own, i) =>
    retrieved.reduce((sum, each) => sum + each.milliseconds[i]!, own),
  );
  const building = lists.readMilliseconds + (lists.training?.whole.milliseconds ?? 0);
  const indexMilliseconds = retrieved.reduce((sum, each) => sum + each.indexMilliseconds, building);
  return { rankings, milliseconds, indexMilliseconds, training: lists.training };
}

function checkQuestions({ queries }: StageContext, spec: LearnedSpec): void {
  if (spec.kind === 'model' || queries.length >= spec.folds) return;
  throw new HitrateError('system-folds', { method: null, folds: spec.folds, questions: queries.length });
}

async function candidatesOf(
  { queries, corpus, signal }: StageContext,
  retrieved: readonly Ranked[],
  depth: number,
  qrels: Qrels,
  { features }: Pick<LearnedSpec, 'features'>,
): Promise<Candidates> {
  const places = new DocNumbers();
  const placed = ({ id, score }: Hit) => ({ doc: places.of(id), score });
  const routes = retrieved.map((): ReturnType<typeof placed>[][] => []);
  const judged: ReturnType<typeof placed>[][] = [];
  const pace = pacer(signal);
  for (const [q, { id }] of queries.entries()) {
    await pace();
    const grades = qrels.get(id);
    const found = new Set<DocId>();
    for (const [route, { rankings }] of retrieved.entries()) {
      const list = truncated(rankings[q]!, depth);
      routes[route]!.push(list.map(placed));
      for (const hit of list) found.add(hit.id);
    }
    judged.push([...found].flatMap((doc) => (grades?.has(doc) ? [placed({ id: doc, score: grades.get(doc)! })] : [])));
  }
  const docs = places.ids;
  const numbers = (features.metadata ?? []).map(({ field }) => numbersOf(corpus, docs, field));
  return { questions: queries, routes: routes.map(packRankings), depth, judged: packRankings(judged), docs, numbers };
}

const numbersOf = ({ docs: all, positions }: Corpus, docs: readonly DocId[], field: string): Float64Array =>
  Float64Array.from(docs, (doc) => numberOf(all[positions.get(doc)!]!, field) ?? NaN);

export const learnStages = ({ features }: LearnedSpec): readonly VersionedStage[] =>
  features.terms.length > 0 ? ['term-counts', 'learn'] : ['learn'];

function learnedKey({ ports, corpus }: StageContext, candidates: Candidates, spec: LearnedSpec): string {
  const { questions, docs, routes, depth, judged } = candidates;
  const ids = questions.map(({ id }) => id);
  const hash = (rankings: PackedRankings): string => runHash({ queries: ids, docs, rankings });
  const { analyzer, terms, metadata } = spec.features;
  return stageKey(ports.versions, terms.length > 0 ? 'words' : 'own', 'learn', learnStages(spec), {
    spec,
    depth,
    questions: questions.map(({ text }) => textKey(text)),
    routes: routes.map(hash),
    judged: spec.kind === 'model' ? null : hash(judged),
    terms: terms.length > 0 ? termSource(corpus, analyzer) : null,
    ...(metadata ? { metadata: corpus.metadataKey } : {}),
  });
}

const termSource = ({ key }: Corpus, analyzer: AnalyzerSpec) => ({
  corpus: key,
  analyzer,
  segmenter: analyzer.tokens === 'segmenter' ? segmenterIdentity() : null,
});

async function learnLists(context: StageContext, candidates: Candidates, spec: LearnedSpec) {
  const { ports, tracker, signal } = context;
  const worker = ports.learner.with(signal);
  const mean = await openTerms(context, candidates, spec.features);
  tracker.restart('learn');
  let scored = 0;
  let over = false;
  const onStep = (step: LearningStep): void => {
    // A step may arrive after the answer that was sent later.
    if (over) return;
    const { model, models, most: steps } = step;
    tracker.say('training', { model, models, step: step.step, steps });
    tracker.computed('learn', step.scored - scored);
    scored = step.scored;
  };
  const input = { candidates, spec, meanLength: mean?.terms ?? null };
  const { report, milliseconds, readMilliseconds, ...rankings } = await worker.learn(input, onStep);
  over = true;
  tracker.saidAll();
  tracker.computed('learn', candidates.questions.length - scored);
  const reading = readMilliseconds + (mean?.milliseconds ?? 0);
  return { rankings, milliseconds, readMilliseconds: reading, training: report };
}

async function openTerms(context: StageContext, { docs }: Candidates, { analyzer, terms }: FeaturesSpec) {
  context.tracker.say('reading-terms', null);
  const mean = terms.length > 0 ? await meanLength(context, analyzer) : null;
  if (mean) await sendPassages(context, docs, analyzer);
  context.tracker.saidAll();
  return mean;
}

async function meanLength(context: StageContext, analyzer: AnalyzerSpec): Promise<MeanLength> {
  const { ports, collection, corpus, signal } = context;
  const key = stageKey(ports.versions, 'words', 'mean-length', ['term-counts'], termSource(corpus, analyzer));
  return keptOr(ports, collection, key, async () => {
    const worker = ports.learner.with(signal);
    const began = performance.now();
    let sum = 0;
    for (const texts of chunks(corpus.texts, BATCH)) {
      signal.throwIfAborted();
      sum += await worker.countTerms({ analyzer, texts });
    }
    if (sum === 0) throw new HitrateError('system-no-terms', null);
    return { terms: sum / corpus.texts.length, milliseconds: performance.now() - began };
  });
}

async function sendPassages({ ports, corpus, signal }: StageContext, docs: readonly DocId[], analyzer: AnalyzerSpec) {
  const worker = ports.learner.with(signal);
  const { missing } = await worker.open({ analyzer, corpus: corpus.key, docs });
  for (const batch of chunks(missing, BATCH)) {
    signal.throwIfAborted();
    const texts = batch.map((doc) => corpus.texts[corpus.positions.get(doc)!]!);
    await worker.add({ docs: batch, texts });
  }
}

function remarkOnSeen({ queries, remarks }: StageContext, { model, trainedOn }: TrainedSpec): void {
  const seen = new Set(trainedOn);
  const asked = queries.filter((query) => seen.has(trainedKey(query))).length;
  if (asked > 0)
    remarks.push({ code: 'trained-on-asked', data: { kind: model.kind, seen: asked, questions: queries.length } });
}
