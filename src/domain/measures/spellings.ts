/** The parts of a measure's text, not yet checked. */
export interface MeasureParts {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Text behind the `@`; null where there is none. */
  readonly cutoff: string | null;
}

/** Names of trec_eval that carry their cut-off: `ndcg_cut_10`, on its command line also `ndcg_cut.10`. */
const cutNames: ReadonlyMap<string, string> = new Map([
  ['P', 'P'],
  ['recall', 'Recall'],
  ['success', 'HitRate'],
  ['map_cut', 'MAP'],
  ['ndcg_cut', 'nDCG'],
  ['unj', 'Hole'],
]);

/** Turns what trec_eval and ir_measures write into the form `Name(parameter=value)@k`; other parts stay as they are. */
export function respell(parts: MeasureParts): MeasureParts {
  return cutInName(parts) ?? recallLevel(parts) ?? gainOfNdcg(parts) ?? relevantRetrieved(parts) ?? parts;
}

/** `ndcg_cut_10` → `nDCG@10` */
function cutInName({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const [, stem, k] = /^(\w+?)[_.](\d+)$/.exec(name) ?? [];
  const known = stem === undefined ? undefined : cutNames.get(stem);
  return known === undefined || cutoff !== null ? null : { name: known, parameters, cutoff: k! };
}

/** `iprec_at_recall_0.10` and `IPrec@0.1` → `iprec_at_recall(recall=0.1)` */
function recallLevel({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const level = name === 'IPrec' ? cutoff : /^iprec_at_recall[_.](.*)$/.exec(name)?.[1];
  if (level === undefined || level === null || (name !== 'IPrec' && cutoff !== null)) return null;
  return { name: 'iprec_at_recall', parameters: new Map([['recall', level], ...parameters]), cutoff: null };
}

/** `nDCG(dcg='exp-log2')@10` → `nDCGexp@10`; `dcg='log2'` is linear gain. */
function gainOfNdcg({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  const dcg = parameters.get('dcg');
  if (name !== 'nDCG' || (dcg !== 'exp-log2' && dcg !== 'log2')) return null;
  const rest = new Map([...parameters].filter(([parameter]) => parameter !== 'dcg'));
  return { name: dcg === 'log2' ? 'nDCG' : 'nDCGexp', parameters: rest, cutoff };
}

/** `NumRet(rel=1)` → `num_rel_ret(rel=1)` */
function relevantRetrieved({ name, parameters, cutoff }: MeasureParts): MeasureParts | null {
  return name === 'NumRet' && parameters.has('rel') ? { name: 'num_rel_ret', parameters, cutoff } : null;
}
