import { valueOf } from '../../base/containers';
import { stemOf } from '../../base/paths';
import { problem, type ProblemLog } from './problem';
import { recordBlock, type SourceText, type TextBlock } from './source';

/** A part of a table as data sets are published: `train-00001-of-00003.parquet`; browsers number a second copy. */
const SHARD = /-(\d{5})-of-(\d{5})(?: \(\d+\))?(?=\.(?:parquet|arrow|jsonl)$)/;

/** The name of a table without what tells its parts apart. */
export const withoutShard = (path: string): string => path.replace(/-(?:\d{5}|\*)-of-\d{5}(?=\.|$)/, '');

/** Its own name without that of its part, or what the README of its set says. */
export const splitOfFile = ({ path, part = withoutShard(path) }: Pick<SourceText, 'path' | 'part'>): string =>
  stemOf(part);

/** The parts of a table become one. A part that is missing is a problem; one that is there twice is read once, and said. */
export async function joinShards(files: readonly SourceText[], log: ProblemLog): Promise<SourceText[]> {
  const tables = new Map<string, SourceText[]>();
  for (const file of files) valueOf(tables, file.path.replace(SHARD, '-*-of-$2'), () => []).push(file);
  const whole: SourceText[] = [];
  for (const [path, parts] of tables) whole.push(...(await joinedParts(path, parts, log)));
  return whole;
}

async function joinedParts(
  path: string,
  parts: readonly SourceText[],
  log: ProblemLog,
): Promise<readonly SourceText[]> {
  const of = Number(SHARD.exec(parts[0]!.path)?.[2] ?? 0);
  if (of === 0) return parts;
  const byNumber = new Map<number, SourceText>();
  const again: (readonly [first: SourceText, copy: SourceText])[] = [];
  // The number of a copy stands between blanks, which sort before the dot of the first one.
  for (const part of parts.toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))) {
    const number = Number(SHARD.exec(part.path)![1]);
    const first = byNumber.get(number);
    if (first) again.push([first, part]);
    else byNumber.set(number, part);
  }
  for (const [first, copy] of again) {
    // Tables of a repository that were saved into one folder have the same name.
    if (first.bytes !== copy.bytes || (await first.head()) !== (await copy.head())) return parts;
  }
  for (const [first, copy] of again) log.warn(problem('shards', { file: first.path }, { again: copy.path }));
  const missing = Array.from({ length: of }, (_, i) => i).filter((number) => !byNumber.has(number));
  const numbers = missing.map((number) => String(number).padStart(5, '0'));
  if (missing.length > 0) log.add(problem('shards', { file: path }, { missing: numbers, of }));
  const sorted = [...byNumber].sort(([a], [b]) => a - b).map(([, part]) => part);
  return sorted.length === 1 ? sorted : [joined(path, sorted)];
}

export const joined = (path: string, parts: readonly SourceText[]): SourceText => ({
  path,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  head: () => parts[0]!.head(),
  async *blocks(): AsyncGenerator<TextBlock> {
    let before = 0;
    for (const part of parts) {
      let last = 0;
      for await (const block of part.blocks()) {
        const { firstLine, records } = block;
        yield records ? recordBlock(records, before + firstLine) : { text: block.text, firstLine: before + firstLine };
        last = firstLine + (records?.length ?? block.text.split('\n').length - 1) - 1;
      }
      before += last;
    }
  },
});
