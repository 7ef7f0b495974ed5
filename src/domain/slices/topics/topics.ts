import { groupBy, tally } from '../../../base/containers';
import { uniform } from '../../statistics/random';
import {
  type ContentTerms,
  type Dimension,
  type Membership,
  type RelevantPassage,
  type SlicedQuestion,
  partition,
} from '../dimension';
import { isContentWord, wordsIn } from '../../questions/content-words';

export interface SparseRow {
  readonly columns: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface Clustering {
  readonly clusters: Int32Array;
  readonly cohesion: number;
}

const RESTARTS = 8;
const MAX_ROUNDS = 50;

/**
 * The best of eight runs begun by k-means++; clusters may become empty. Dhillon and Modha, “Concept decompositions for
 * large sparse text data using clustering”, 2001; Arthur and Vassilvitskii 2007. @param rows of length 1 or 0
 */
export function sphericalKMeans(rows: readonly SparseRow[], width: number, k: number, seed: number): Clustering {
  const random = uniform(seed);
  let best: Clustering | null = null;
  for (let restart = 0; restart < RESTARTS; restart++) {
    const found = improved(rows, width, started(rows, width, k, random));
    if (!best || found.cohesion > best.cohesion) best = found;
  }
  return best!;
}

function started(rows: readonly SparseRow[], width: number, k: number, random: () => number): Float64Array[] {
  const centres = [dense(rows[Math.floor(random() * rows.length)]!, width)];
  const distances = rows.map(() => Infinity);
  while (centres.length < k) {
    rows.forEach((row, i) => (distances[i] = Math.min(distances[i]!, Math.max(0, 1 - cosine(row, centres.at(-1)!)))));
    let left = random() * distances.reduce((sum, distance) => sum + distance, 0);
    const next = distances.findIndex((distance) => (left -= distance) < 0);
    centres.push(dense(rows[next < 0 ? rows.length - 1 : next]!, width));
  }
  return centres;
}

function improved(rows: readonly SparseRow[], width: number, centres: Float64Array[]): Clustering {
  const clusters = new Int32Array(rows.length).fill(-1);
  let cohesion = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let changed = false;
    cohesion = 0;
    rows.forEach((row, i) => {
      const nearest = nearestOf(row, centres);
      cohesion += nearest.cosine;
      changed ||= nearest.cluster !== clusters[i];
      clusters[i] = nearest.cluster;
    });
    if (!changed) break;
    centres = centresOf(rows, width, clusters, centres);
  }
  return { clusters, cohesion };
}

function nearestOf(row: SparseRow, centres: readonly Float64Array[]): { cluster: number; cosine: number } {
  let [cluster, highest] = [0, -Infinity];
  centres.forEach((centre, c) => {
    const value = cosine(row, centre);
    if (value > highest) [cluster, highest] = [c, value];
  });
  return { cluster, cosine: highest };
}

function centresOf(rows: readonly SparseRow[], width: number, clusters: Int32Array, former: readonly Float64Array[]) {
  const sums = former.map(() => new Float64Array(width));
  rows.forEach(({ columns, values }, i) => {
    const sum = sums[clusters[i]!]!;
    for (let j = 0; j < columns.length; j++) sum[columns[j]!]! += values[j]!;
  });
  return sums.map((sum, c) => {
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return length === 0 ? former[c]! : sum.map((value) => value / length);
  });
}

function cosine({ columns, values }: SparseRow, centre: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < columns.length; j++) sum += values[j]! * centre[columns[j]!]!;
  return sum;
}

function dense({ columns, values }: SparseRow, width: number): Float64Array {
  const row = new Float64Array(width);
  for (let j = 0; j < columns.length; j++) row[columns[j]!] = values[j]!;
  return row;
}

/** Terms of a label. */
const TERMS = 3;
/** How much oftener a text of the cluster has a term than one of the others. */
const MIN_LIFT = 3;

/**
 * c-TF-IDF: tf · ln(1 + A / f), tf texts of the cluster with the term, f of all, A the mean terms of a cluster. Terms
 * are in two of its texts, three times as often as in others. Grootendorst, “BERTopic”, 2022.
 */
export function topicTerms(texts: readonly ReadonlySet<string>[], clusters: Int32Array, k: number): string[][] {
  const termsOf = (some: readonly ReadonlySet<string>[]): string[] => some.flatMap((text) => [...text]);
  const terms = termsOf(texts);
  const all = tally(terms);
  const own = Array.from({ length: k }, (_, cluster) => texts.filter((__, i) => clusters[i] === cluster));
  const isDistinctive = (tf: number, f: number, size: number): boolean =>
    tf >= 2 && tf / size >= (MIN_LIFT * (f - tf)) / Math.max(1, texts.length - size);
  return own.map((members) =>
    [...tally(termsOf(members))]
      .filter(([term, tf]) => isDistinctive(tf, all.get(term)!, members.length))
      .map(([term, tf]) => ({ term, score: tf * Math.log(1 + terms.length / k / all.get(term)!) }))
      .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
      .slice(0, TERMS)
      .map(({ term }) => term),
  );
}

/** Terms of more texts are taken for function words. */
const MAX_SHARE = 0.5;

/**
 * Of length 1: ln(N / n) of each term that at least two texts have, and at most half. In single precision: the last
 * digits of a logarithm differ between browsers, which must not show other topics.
 */
export function tfIdfRows(texts: readonly ReadonlySet<string>[]) {
  const counts = tally(texts.flatMap((terms) => [...terms]));
  const kept = [...counts].filter(([, count]) => count >= 2 && count <= MAX_SHARE * texts.length);
  const columnOf = new Map(kept.map(([term], column) => [term, column]));
  const rows = texts.map((terms) => {
    const own = [...terms].filter((term) => columnOf.has(term)).sort((a, b) => columnOf.get(a)! - columnOf.get(b)!);
    return {
      columns: own.map((term) => columnOf.get(term)!),
      values: normalised(own.map((term) => Math.fround(Math.log(texts.length / counts.get(term)!)))),
    };
  });
  return { rows, width: kept.length };
}

function normalised(values: ArrayLike<number>): Float64Array {
  const row = Float64Array.from(values);
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? row : row.map((value) => value / length);
}

/** Fewer questions make no topics. */
const MIN_QUESTIONS = 40;
const MAX_TOPICS = 8;
/** Share of one language from which all questions are divided together, whatever a few of them seem to be in. */
const ONE_LANGUAGE = 0.9;

/** How many topics: √(n / 10), from 2 to 8. 4 for 156 questions; none for fewer than 40. */
const topicCount = (questions: number): number =>
  questions < MIN_QUESTIONS ? 0 : Math.min(MAX_TOPICS, Math.max(2, Math.round(Math.sqrt(questions / 10))));

/**
 * By words of question and relevant passages, the questions of each language apart. Not by vectors: those of another
 * device, or a workspace without them, would show other topics of the same run.
 */
export function topicDimension(
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  languages: readonly string[],
  contentTerms: ContentTerms,
  seed: number,
): Dimension | null {
  const memberships: (Membership | null)[] = questions.map(() => null);
  for (const [language, places] of questionsByLanguage(languages)) {
    const own = places.map((place) => questions[place]!);
    const k = topicCount(own.length);
    const { rows, width } = tfIdfRows(textsOf(own, passages, contentTerms));
    if (k === 0 || width === 0) continue;
    const { clusters } = sphericalKMeans(rows, width, k, seed);
    const terms = topicTerms(textsOf(own, passages, writtenWords), clusters, k);
    clusters.forEach((cluster, i) => {
      const label = { code: 'topic' as const, data: { terms: terms[cluster]! } };
      memberships[places[i]!] = { key: `${language}${cluster + 1}`, label };
    });
  }
  return partition('topic', memberships);
}

function questionsByLanguage(languages: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const groups = groupBy(languages.keys(), (place) => languages[place]!);
  const most = Math.max(...Array.from(groups.values(), ({ length }) => length));
  return most >= ONE_LANGUAGE * languages.length ? new Map([['', [...languages.keys()]]]) : groups;
}

function textsOf(questions: readonly SlicedQuestion[], passages: readonly RelevantPassage[], terms: ContentTerms) {
  const held = passages.map(({ text }) => terms(text));
  return questions.map(({ text, relevant }) => new Set([...terms(text), ...relevant.flatMap((p) => [...held[p]!])]));
}

const writtenWords: ContentTerms = (text) =>
  new Set(wordsIn(text).flatMap((word) => (/\p{L}/u.test(word.text) && isContentWord(word.text) ? [word.text] : [])));
