import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { csvRows, type CsvRow, parseCsv } from '../../src/domain/dataset/readers/csv';
import type { SourceText, TextBlock } from '../../src/domain/dataset/source';

const SIGNS = ['"', '""', ',', '\n', '\r\n', '\n', 'a', 'b c', ' ', '\uFEFF', '1'];

/** Whole lines, cut into blocks behind some of them. */
const files = fc
  .tuple(
    fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }),
    fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  )
  .map(([signs, cuts]) => {
    // A byte order mark at the very beginning is taken off before, see `Encoding`.
    const text = signs.join('').replace(/^\uFEFF+/, '');
    const blocks: { text: string; firstLine: number }[] = [];
    for (const [i, line] of (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).entries()) {
      if (cuts[i] || blocks.length === 0) blocks.push({ text: line, firstLine: i + 1 });
      else blocks.at(-1)!.text += line;
    }
    return { text, blocks };
  });

const source = (blocks: readonly TextBlock[]): SourceText => ({
  path: 'a.csv',
  bytes: 0,
  head: () => Promise.resolve(''),
  async *blocks() {
    yield* blocks;
  },
});

async function rowsOf(blocks: readonly TextBlock[]): Promise<{ rows: CsvRow[]; errors: unknown[] }> {
  const log = new ProblemLog();
  const rows: CsvRow[] = [];
  for await (const block of csvRows(source(blocks), log, () => undefined)) rows.push(...block);
  const errors = log.problems.flatMap((each) => (each.code === 'bad-csv' ? [each.line] : []));
  return { rows, errors };
}

describe('a table that is read in blocks', () => {
  it('has the rows and the errors of the whole, quotes over several lines included', async () => {
    let quoted = 0;
    await fc.assert(
      fc.asyncProperty(files, async ({ text, blocks }) => {
        const { rows, errors } = parseCsv(text);
        const width = rows[0]?.cells.length;
        const found = await rowsOf(blocks);
        expect(found.rows).toEqual(rows.filter(({ cells }) => cells.length === width));
        expect(found.errors).toEqual(errors.map(({ line }) => line));
        if (rows.some(({ cells }) => cells.some((cell) => cell.includes('\n')))) quoted++;
      }),
      { numRuns: 3000 },
    );
    expect(quoted).toBeGreaterThan(100);
  });
});
