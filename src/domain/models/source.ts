import { parseShallow } from '../../base/typed-json';
import type { Json } from '../../base/types';
import type { Remarks, RepositoryFile } from './repository';

export type Source = ReturnType<typeof openSource>;

export interface Module {
  /** The last word of its class, as `Pooling`. */
  readonly kind: string;
  /** Empty for the root. */
  readonly folder: string;
}

const MAX_BYTES = 2_000_000;

const READ = [
  /^(?:config|tokenizer_config|modules|config_sentence_transformers|generation_config)\.json$/,
  /^sentence_[\w-]+_config\.json$/,
  /^onnx\/config\.json$/,
  /^\d+_\w+\/config\.json$/,
  /^README\.md$/,
];

export const textsOf = (files: readonly RepositoryFile[]): readonly string[] =>
  files
    .filter(({ path, bytes }) => bytes <= MAX_BYTES && READ.some((pattern) => pattern.test(path)))
    .map(({ path }) => path);

/** Refuses files that are no JSON: an error page, or a file that was cut off. */
export function openSource(
  files: readonly RepositoryFile[],
  texts: ReadonlyMap<string, string>,
  name: string,
  remarks: Remarks,
) {
  const json = new Map<string, Json>();
  for (const [path, text] of texts)
    if (path.endsWith('.json'))
      try {
        json.set(path, parseShallow(text) as Json);
      } catch {
        remarks.refuse('files-damaged', { paths: [path] });
      }
  const object = (path: string): JsonObject | null => objectOf(json.get(path));
  return {
    /** As `Xenova/all-MiniLM-L6-v2`, or the name of a folder; may be empty. */
    name,
    files,
    paths: new Set(files.map(({ path }) => path)),
    /** Empty where there is none. */
    config: object('config.json') ?? {},
    about: readFrontMatter(texts.get('README.md') ?? ''),
    /** Those of `modules.json`, by which sentence-transformers reads a model; null where there is no such file. */
    modules: listOf(json.get('modules.json'))?.map(moduleOf) ?? null,
    object,
  };
}

function moduleOf(entry: Json): Module {
  const module = objectOf(entry);
  return {
    kind: (textOf(module?.['type']) ?? '').split('.').at(-1) ?? '',
    folder: (textOf(module?.['path']) ?? '').replace(/^\.?\/?$/, ''),
  };
}

export const moduleConfig = (folder: string): string => (folder === '' ? 'config.json' : `${folder}/config.json`);

export type JsonObject = { readonly [key: string]: Json };

/** The files of a repository were written by many hands, so a value of another kind than expected counts as absent. */
export const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

export const listOf = (value: Json | undefined): readonly Json[] | null =>
  Array.isArray(value) ? (value as readonly Json[]) : null;

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** A whole number above 0. */
export const countIn = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

interface FrontMatter {
  readonly languages: readonly string[];
  readonly licence: string | null;
  readonly task: string | null;
  /** Repositories that it was made from, as `intfloat/multilingual-e5-small`. */
  readonly baseModels: readonly string[];
}

/** Reads the YAML between two lines of `---`: only scalars and plain lists of the outermost level, as these fields are. */
function readFrontMatter(readme: string): FrontMatter {
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/.exec(readme)?.[1] ?? '';
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    const field = /^([A-Za-z_]+):\s*(.*)$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (field) {
      current = valuesOf(field[2] ?? '');
      fields.set(field[1] ?? '', current);
    } else if (item) current.push(...valuesOf(item[1] ?? ''));
  }
  const first = (name: string): string | null => fields.get(name)?.[0] ?? null;
  const licence = first('license');
  return {
    languages: fields.get('language') ?? [],
    licence: licence === 'other' ? (first('license_name') ?? licence) : licence,
    task: first('pipeline_tag'),
    baseModels: fields.get('base_model') ?? [],
  };
}

/** A scalar, or a list in square brackets. */
function valuesOf(text: string): string[] {
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1];
  return (inner === undefined ? [text] : inner.split(','))
    .map((value) => value.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((value) => value !== '');
}
