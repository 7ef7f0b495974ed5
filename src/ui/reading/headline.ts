import type { ResultRecord } from '../../contract/result';
import { count, counted } from '../format';

/** The answer in a sentence: which system finds something relevant for most questions at a k, and how much that is. */
export function headline(result: ResultRecord, k: number): string | null {
  const questions = result.queries.length;
  const hits = result.systems.flatMap(({ id, measures }) => {
    const value = measures[`HitRate@${k}`];
    return value === undefined ? [] : [{ id, hits: Math.round(value * questions) }];
  });
  if (questions === 0 || hits.length === 0) return null;
  const most = Math.max(...hits.map((each) => each.hits));
  const best = hits.filter((each) => each.hits === most).map((each) => each.id);
  const where = k === 1 ? 'in first place' : `among the first ${k}`;
  const finds = `${best.length === 1 ? 'finds' : 'find'} a relevant passage ${where} for ${count(most)} of ${counted(questions, 'question')}`;
  return `${list(best)} ${finds}${comparison(hits, best, most)}.`;
}

function comparison(hits: readonly { id: string; hits: number }[], best: readonly string[], most: number): string {
  const baseline = hits.find((each) => each.id === 'bm25');
  if (!baseline || hits.length < 2) return '';
  if (best.length === hits.length) return ': all the same';
  if (best.includes('bm25')) return '';
  return `, ${count(most - baseline.hits)} more than bm25`;
}

const list = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
