import { flatMapAsync, valueOf } from '../../base/containers';
import { baseName, extensionOf, folderOf } from '../../base/paths';
import { fieldNames } from './readers/records';
import { joined, withoutShard } from './shards';
import type { SourceText } from './source';

interface Config {
  readonly part: string;
  readonly paths: RegExp;
}

/** Joins files of a part by `configs` (https://huggingface.co/docs/hub/datasets-manual-configuration) of the README. */
export async function configured(files: readonly SourceText[]): Promise<SourceText[]> {
  const configs: Config[] = [];
  for (const file of files)
    if (baseName(file.path).toLowerCase() === 'readme.md')
      configs.push(...configsIn(await file.head(), folderOf(file.path)));
  const parts = new Map<string, SourceText[]>();
  for (const file of files) {
    const names = [file.path, withoutShard(file.path)];
    const part = configs.find(({ paths }) => names.some((name) => paths.test(name)))?.part;
    valueOf(parts, part ?? `/${file.path}`, () => []).push(file);
  }
  return flatMapAsync([...parts], async ([part, those]) =>
    part.startsWith('/') || !(await areOfOneTable(those)) ? those : [{ ...joined(those[0]!.path, those), part }],
  );
}

/** Each part of a CSV has a header, which would be a row of the one before. */
async function areOfOneTable(files: readonly SourceText[]): Promise<boolean> {
  const fields = await Promise.all(files.map(async (file) => [...fieldNames(await file.head())].sort().join()));
  const areRows = files.every(({ path }) => ['jsonl', 'ndjson', 'parquet', 'arrow'].includes(extensionOf(path)));
  return files.length === 1 || (areRows && new Set(fields).size === 1);
}

const LINE = /^(\s*(?:-\s+)*)(?:(config_name|data_files|data_dir|split|path)\s*:)?\s*(.*?)\s*$/;

/** Lines of YAML, as far as data sets have it: no more than names, and lists of paths. */
function configsIn(readme: string, root: string): Config[] {
  const front = /^---\r?\n([^]*?)\r?\n---/.exec(readme)?.[1] ?? '';
  const lines = /^configs:[^\n]*\n((?:[ \t-][^\n]*(?:\n|$))*)/m.exec(front)?.[1]?.split('\n') ?? [];
  const configs: Config[] = [];
  let [config, split] = ['default', 'train'];
  for (const line of lines) {
    const [, indent, key, value] = LINE.exec(line)!;
    const plain = value!.replace(/^(["'])(.*)\1$/, '$2');
    if (key === 'config_name') [config, split] = [plain, 'train'];
    else if (key === 'split') split = plain;
    else if (plain !== '' && !plain.includes(': ') && (key !== undefined || indent!.includes('-'))) {
      const path = key === 'data_dir' ? `${plain}/**` : plain;
      configs.push({ part: `${config}/${split}`, paths: globOf(root === '' ? path : `${root}/${path}`) });
    }
  }
  return configs;
}

function globOf(path: string): RegExp {
  const plain = withoutShard(path.replace(/^\.\//, ''));
  const pattern = plain.replace(/\*\*\/?|[*?]|[.+^${}()|[\]\\]/g, (found) =>
    found.startsWith('**') ? '.*' : found === '*' ? '[^/]*' : found === '?' ? '[^/]' : `\\${found}`,
  );
  return new RegExp(`^${pattern}$`);
}
