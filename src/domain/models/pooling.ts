import type { Json } from '../../base/types';
import type { Known, Family } from './families';
import { textOf, type JsonObject } from './json';
import type { Pooling } from './configuration';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import { moduleConfig, type Source } from './source';

/** The flags of sentence-transformers' Pooling … */
const FLAGS: readonly (readonly [string, Pooling])[] = [
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_max_tokens', 'max'],
  ['pooling_mode_mean_sqrt_len_tokens', 'mean-sqrt-length'],
  ['pooling_mode_weightedmean_tokens', 'weighted-mean'],
  ['pooling_mode_lasttoken', 'last-token'],
];

/** … and the names that it writes in their place since version 5. */
const NAMES: ReadonlyMap<string, Pooling> = new Map([
  ['cls', 'cls'],
  ['mean', 'mean'],
  ['max', 'max'],
  ['mean_sqrt_len_tokens', 'mean-sqrt-length'],
  ['weightedmean', 'weighted-mean'],
  ['lasttoken', 'last-token'],
]);

/** Poolings that leave out, or read otherwise, the tokens of a prefix where `include_prompt` is false. */
const OVER_ALL: readonly Pooling[] = ['mean', 'max', 'mean-sqrt-length', 'weighted-mean'];

/** How the vectors of tokens become one: as the repository states, else as its family does, else their mean. */
export function poolingOf(source: Source, known: Known<Family> | null, remarks: Remarks): Finding<Pooling> {
  if (isStatic(source))
    return { value: 'graph', from: 'the repository (a static model pools by itself)', certainty: 'stated' };
  const stated = statedPooling(source, remarks);
  // The published graph holds pooling and two dense layers, which modules.json lists as if they were still to be done.
  if (known?.family.pooling === 'graph') return { value: 'graph', from: known.from, certainty: 'family' };
  if (stated) {
    if (known && known.family.pooling !== stated.value)
      remarks.warn(
        `${stated.from} states ${stated.value} pooling, where ${known.from} has ${known.family.pooling}. What the repository ` +
          'states is taken: compare both on the known pairs.',
      );
    return stated;
  }
  if (known) return { value: known.family.pooling, from: known.from, certainty: 'family' };
  remarks.warn(
    'Nothing says how the vectors of tokens become one. Their mean is taken, as most models do: compare it with CLS on ' +
      'the known pairs.',
  );
  return { value: 'mean', from: 'nothing says it', certainty: 'assumed' };
}

/** Static models are tables of tokens' vectors: their graphs take flat lists of tokens. */
export const isStatic = (source: Source): boolean =>
  source.config['model_type'] === 'model2vec' ||
  (source.modules?.some(({ kind }) => kind === 'StaticEmbedding') ?? false);

/** Folders of the Pooling modules; without `modules.json` the folder that they are always in. */
const poolingFolders = (source: Source): readonly string[] =>
  source.modules?.filter(({ kind }) => kind === 'Pooling').map(({ folder }) => folder) ??
  (source.paths.has('1_Pooling/config.json') ? ['1_Pooling'] : []);

/** The configuration of the pooling that makes the vector of a text; null where there is none. */
export function poolingConfig(source: Source): { readonly path: string; readonly config: JsonObject } | null {
  const found = poolingFolders(source).flatMap((folder) => {
    const config = source.object(moduleConfig(folder));
    return config ? [{ path: moduleConfig(folder), config }] : [];
  });
  // A later Pooling writes over an earlier one, unless each names the output that it writes.
  return found.find(({ config }) => config['output_key'] === 'sentence_embedding') ?? found.at(-1) ?? null;
}

function statedPooling(source: Source, remarks: Remarks): Finding<Pooling> | null {
  const folders = poolingFolders(source);
  const found = poolingConfig(source);
  if (!found) {
    if (folders.length > 0)
      remarks.warn(`modules.json names a pooling, but ${moduleConfig(folders[0] ?? '')} is not in the repository.`);
    return null;
  }
  const modes = modesOf(found.config);
  if (modes.length > 1) {
    remarks.refuse(
      `${found.path} joins several poolings (${modes.join(', ')}) into one longer vector, which is not done here.`,
    );
    return null;
  }
  const value = modes[0];
  if (value === undefined) {
    remarks.warn(`${found.path} names no pooling that is known here.`);
    return null;
  }
  if (folders.length > 1)
    remarks.warn(
      `The repository has ${folders.length} poolings, as ${otherPoolings(source, found.path)}. One serves questions and passages ` +
        `here: that of ${found.path}.`,
    );
  if (found.config['include_prompt'] === false && OVER_ALL.includes(value))
    remarks.warn(`${found.path} leaves the tokens of the prefix out of the ${value}; here they are in it.`);
  return { value, from: found.path, certainty: 'stated' };
}

function otherPoolings(source: Source, taken: string): string {
  return poolingFolders(source)
    .map(moduleConfig)
    .filter((path) => path !== taken)
    .map((path) => {
      const config = source.object(path) ?? {};
      const key = textOf(config['output_key']);
      return `${modesOf(config).join(' and ')} of ${path}${key ? ` for ${key}` : ''}`;
    })
    .join(', ');
}

function modesOf(config: JsonObject): readonly Pooling[] {
  const flagged = FLAGS.filter(([flag]) => config[flag] === true).map(([, pooling]) => pooling);
  if (flagged.length > 0) return flagged;
  const mode: Json | undefined = config['pooling_mode'];
  const names = typeof mode === 'string' ? mode.split('+') : Array.isArray(mode) ? mode : [];
  return names.flatMap((name) => NAMES.get(String(name).trim()) ?? []);
}
