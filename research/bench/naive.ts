/**
 * What one writes first: a Map for each question, and a pass over all questions for each measure. Right for ids in
 * ASCII, and slow.
 */
export type Scores = Map<string, Map<string, number>>;

export function readRun(text: string): Scores {
  return read(text, ([query, , doc, , score]) => [query!, doc!, Number(score)]);
}

export function readQrels(text: string): Scores {
  return read(text, ([query, , doc, grade]) => [query!, doc!, Number(grade)]);
}

function read(text: string, fields: (columns: string[]) => [string, string, number]): Scores {
  const scores: Scores = new Map();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [query, doc, value] = fields(line.trim().split(/\s+/));
    if (!scores.has(query)) scores.set(query, new Map());
    scores.get(query)!.set(doc, value);
  }
  return scores;
}

type Measure = (grades: readonly number[], judged: ReadonlyMap<string, number>, docs: readonly string[]) => number;

function meanOver(run: Scores, qrels: Scores, measure: Measure): number {
  let sum = 0;
  for (const [query, judged] of qrels) {
    const hits = [...(run.get(query) ?? new Map<string, number>())];
    const docs = hits.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1)).map(([doc]) => doc);
    sum += measure(
      docs.map((doc) => judged.get(doc) ?? 0),
      judged,
      docs,
    );
  }
  return sum / qrels.size;
}

const relevant = (judged: ReadonlyMap<string, number>): number =>
  [...judged.values()].filter((grade) => grade >= 1).length;
const found = (grades: readonly number[], k: number): number => grades.slice(0, k).filter((grade) => grade >= 1).length;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const gains = (grades: readonly number[], k: number): number =>
  grades.slice(0, k).reduce((sum, grade, i) => sum + Math.max(0, grade) / Math.log2(i + 2), 0);

const hit =
  (k: number): Measure =>
  (grades) =>
    Number(found(grades, k) > 0);
const reciprocalRank =
  (k: number): Measure =>
  (grades) => {
    const first = grades.slice(0, k).findIndex((grade) => grade >= 1);
    return first < 0 ? 0 : 1 / (first + 1);
  };
const precision =
  (k: number): Measure =>
  (grades) =>
    found(grades, k) / k;
const recall =
  (k: number): Measure =>
  (grades, judged) =>
    share(found(grades, k), relevant(judged));
const f1 =
  (k: number): Measure =>
  (grades, judged) =>
    (2 * found(grades, k)) / (k + relevant(judged));
const averagePrecision =
  (k: number): Measure =>
  (grades, judged) => {
    const sum = grades
      .slice(0, k)
      .reduce((total, grade, i) => total + (grade >= 1 ? found(grades, i + 1) / (i + 1) : 0), 0);
    return share(sum, relevant(judged));
  };
const ndcg =
  (k: number): Measure =>
  (grades, judged) =>
    share(
      gains(grades, k),
      gains(
        [...judged.values()].sort((a, b) => b - a),
        k,
      ),
    );
const rPrecision: Measure = (grades, judged) => share(found(grades, relevant(judged)), relevant(judged));
const bpref: Measure = (_, judged, docs) => {
  const total = relevant(judged);
  const bound = Math.min(total, judged.size - total);
  let [above, sum] = [0, 0];
  for (const grade of docs.map((doc) => judged.get(doc)).filter((each) => each !== undefined)) {
    if (grade < 1) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, total) / bound;
  }
  return share(sum, total);
};
const err =
  (k: number, highest: number): Measure =>
  (grades) => {
    let [left, sum] = [1, 0];
    grades.slice(0, k).forEach((grade, i) => {
      const stop = (2 ** Math.max(0, grade) - 1) / 2 ** highest;
      sum += (left * stop) / (i + 1);
      left *= 1 - stop;
    });
    return sum;
  };

const MEASURES: Record<string, Measure> = {
  'HitRate@1': hit(1),
  'HitRate@10': hit(10),
  MRR: reciprocalRank(Infinity),
  'MRR@10': reciprocalRank(10),
  'P@5': precision(5),
  'P@10': precision(10),
  'P@20': precision(20),
  'Recall@10': recall(10),
  'Recall@100': recall(100),
  'Recall@1000': recall(1000),
  'F1@10': f1(10),
  MAP: averagePrecision(Infinity),
  'MAP@10': averagePrecision(10),
  nDCG: ndcg(Infinity),
  'nDCG@5': ndcg(5),
  'nDCG@10': ndcg(10),
  'nDCG@100': ndcg(100),
  RPrec: rPrecision,
  bpref,
  'ERR@20': err(20, 3),
};

export const TEXTS = Object.keys(MEASURES);

export function means(run: Scores, qrels: Scores): Record<string, number> {
  return Object.fromEntries(Object.entries(MEASURES).map(([name, measure]) => [name, meanOver(run, qrels, measure)]));
}
