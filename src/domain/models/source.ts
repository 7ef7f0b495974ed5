import type { Json } from '../../base/types';
import { readFrontMatter, type FrontMatter } from './front-matter';
import { listOf, objectOf, textOf, type JsonObject } from './json';
import type { Remarks } from './remarks';
import type { RepositoryFile } from './repository';

/** A repository that is being read: its listing, and its small files. */
export interface Source {
  /** As `Xenova/all-MiniLM-L6-v2`, or the name of a folder; may be empty. */
  readonly name: string;
  readonly files: readonly RepositoryFile[];
  readonly paths: ReadonlySet<string>;
  /** `config.json`; empty where there is none. */
  readonly config: JsonObject;
  readonly about: FrontMatter;
  /** Those of `modules.json`, by which sentence-transformers reads a model; null where there is no such file. */
  readonly modules: readonly Module[] | null;
  /** The object that a file holds; null where it is absent. */
  object(path: string): JsonObject | null;
}

/** A step of sentence-transformers. */
export interface Module {
  /** The last word of its class, as `Pooling`. */
  readonly kind: string;
  /** Its folder; empty for the root. */
  readonly folder: string;
}

/** Larger ones are no configuration. */
const MAX_BYTES = 2_000_000;

const READ = [
  /^(?:config|tokenizer_config|modules|config_sentence_transformers|generation_config)\.json$/,
  /^sentence_[\w-]+_config\.json$/,
  /^onnx\/config\.json$/,
  /^\d+_\w+\/config\.json$/,
  /^README\.md$/,
];

/** Paths of the small files of a repository that {@link readRepository} wants the text of. */
export const textsOf = (files: readonly RepositoryFile[]): readonly string[] =>
  files
    .filter(({ path, bytes }) => bytes <= MAX_BYTES && READ.some((pattern) => pattern.test(path)))
    .map(({ path }) => path);

/** Files that are no JSON are refused: an error page, or a file that was cut off. */
export function openSource(
  files: readonly RepositoryFile[],
  texts: ReadonlyMap<string, string>,
  name: string,
  remarks: Remarks,
): Source {
  const json = new Map<string, Json>();
  for (const [path, text] of texts)
    if (path.endsWith('.json'))
      try {
        json.set(path, JSON.parse(text) as Json);
      } catch {
        remarks.refuse(`${path} is not valid JSON: it may be cut off, or an error page. Get the repository again.`);
      }
  const object = (path: string): JsonObject | null => objectOf(json.get(path));
  return {
    name,
    files,
    paths: new Set(files.map(({ path }) => path)),
    config: object('config.json') ?? {},
    about: readFrontMatter(texts.get('README.md') ?? ''),
    modules: modulesOf(json.get('modules.json')),
    object,
  };
}

function modulesOf(value: Json | undefined): readonly Module[] | null {
  const list = listOf(value);
  return (
    list?.map((entry) => {
      const module = objectOf(entry);
      return {
        kind: (textOf(module?.['type']) ?? '').split('.').at(-1) ?? '',
        folder: (textOf(module?.['path']) ?? '').replace(/^\.?\/?$/, ''),
      };
    }) ?? null
  );
}

/** The configuration of a module, and where it is. */
export const moduleConfig = (folder: string): string => (folder === '' ? 'config.json' : `${folder}/config.json`);
