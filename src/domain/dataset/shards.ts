import { valueOf } from '../../base/containers';
import { problem, type ProblemLog } from './problem';
import type { SourceText, TextBlock } from './source';

/** A part of a table as data sets are published: `train-00001-of-00003.parquet`; browsers number a second copy. */
const SHARD = /-(\d{5})-of-(\d{5})(?: \(\d+\))?(?=\.(?:parquet|arrow|jsonl)$)/;

/** The name of a table without what tells its parts apart. */
export const withoutShard = (path: string): string => path.replace(/-(?:\d{5}|\*)-of-\d{5}(?=\.|$)/, '');

/** The parts of a table become one. A part that is missing is a problem; one that is there twice is read once, and said. */
export function joinShards(files: readonly SourceText[], log: ProblemLog): SourceText[] {
  const tables = new Map<string, SourceText[]>();
  for (const file of files) valueOf(tables, file.path.replace(SHARD, '-*-of-$2'), () => []).push(file);
  return [...tables].flatMap(([path, parts]) => {
    const [first] = parts;
    const of = SHARD.exec(first!.path)?.[2];
    if (of === undefined) return parts;
    const byNumber = new Map<string, SourceText>();
    for (const part of parts.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
      const number = SHARD.exec(part.path)![1]!;
      const twin = byNumber.get(number);
      // A copy that another download left has the number of the copy in its name, and sorts before.
      if (twin && twin.bytes === part.bytes) log.warn(problem('shards', { file: twin.path }, { again: part.path }));
      else if (twin) log.add(problem('shards', { file: twin.path }, { differs: part.path }));
      byNumber.set(number, part);
    }
    const missing = Array.from({ length: Number(of) }, (_, i) => String(i).padStart(5, '0')).filter(
      (number) => !byNumber.has(number),
    );
    if (missing.length > 0) log.add(problem('shards', { file: path }, { missing, of: Number(of) }));
    const sorted = [...byNumber].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
    return sorted.length === 1 ? sorted : [joined(path, sorted)];
  });
}

const joined = (path: string, parts: readonly SourceText[]): SourceText => ({
  path,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  head: () => parts[0]!.head(),
  async *blocks(): AsyncGenerator<TextBlock> {
    let before = 0;
    for (const part of parts) {
      let last = 0;
      for await (const { text, firstLine } of part.blocks()) {
        yield { text, firstLine: before + firstLine };
        last = firstLine + text.split('\n').length - 2;
      }
      before += last;
    }
  },
});
