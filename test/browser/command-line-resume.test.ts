import { expect, test } from '@playwright/test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exported } from './app';
import { evaluateIn, interruptedAt, ROOT } from './hitrate-command';

let out: string;
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

const resultIn = (folder: string): Exported =>
  JSON.parse(readFileSync(join(out, folder, 'results.json'), 'utf8')) as Exported;

const reused = (result: Exported, stage: string): number =>
  (result.manifest as unknown as { stages: { stage: string; reused: number }[] }).stages.find(
    (each) => each.stage === stage,
  )!.reused;

/** Whether more pairs have a score than those whose score another pair gave: these are counted from the beginning. */
const hasReranked =
  (twice: number) =>
  (stderr: string): boolean =>
    [...stderr.matchAll(/Reranking ([\d,]+)\//g)].some(([, done]) => Number(done!.replaceAll(',', '')) > twice);

test('Ctrl-C ends with 130 and writes nothing; the same command resumes and gives the same figures', async () => {
  const surroundings = { folder: out, cache: join(out, 'cache') };
  const documents = join(ROOT, 'test/fixtures/documents');
  const inputs = [join(documents, 'mixed'), '--questions', join(documents, 'questions.csv')];
  const command = [...inputs, '--systems', 'bm25,ensemble-rerank', '--k', '1,10', '--measures', 'MRR@10'];
  const whole = await evaluateIn(surroundings, ...command, '--out', 'whole');
  expect(whole.code, whole.stderr).toBe(0);
  // A log has few lines of a stage, and the first may have a score already: that one is enough.
  const twice = reused(resultIn('whole'), 'rerank');
  const stopped = await interruptedAt(hasReranked(twice), surroundings, ...command, '--out', 'cut');
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(stopped.stderr).toContain('the same command resumes');
  expect(stopped.stdout).toBe('');
  expect(existsSync(join(out, 'cut'))).toBe(false);
  expect(readdirSync(join(out, 'cache/work'))).toHaveLength(1);

  const resumed = await evaluateIn(surroundings, ...command, '--out', 'cut');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stderr).toContain('Resuming');
  expect(readdirSync(join(out, 'cache/work'))).toEqual([]);
  const [before, after] = [resultIn('whole'), resultIn('cut')];
  const rounded = ({ systems }: Exported) =>
    systems.map(({ id, measures }) => [id, Object.values(measures).map((value) => value.toFixed(6))]);
  expect(rounded(after)).toEqual(rounded(before));
  // Some passages are the same text, which is read once.
  expect(reused(after, 'passage-vectors')).toBeGreaterThan(reused(before, 'passage-vectors'));
  expect(reused(after, 'rerank')).toBeGreaterThan(reused(before, 'rerank'));
});
