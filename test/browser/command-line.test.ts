import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { collectionPath } from '../data';
import { madeRepositories } from '../made-repositories';
import type { Exported } from './app';
import { evaluate, evaluateIn, interruptedAt, ROOT } from './hitrate-command';
import { onDisk, smallCollection, trueEmbedder } from './models-dialog';

const DOCUMENTS = join(ROOT, 'test/fixtures/documents');
const MIXED = [join(DOCUMENTS, 'mixed'), '--questions', join(DOCUMENTS, 'questions.csv')];

let out: string;
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

const surroundings = () => ({ folder: out, cache: join(out, 'cache') });
const run = (...args: string[]) => evaluateIn(surroundings(), ...args);
const results = (folder = '.'): Exported =>
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

test('a folder of documents is evaluated by several chunkings; Ctrl-C ends with 130 and writes nothing, and the same command resumes; bad input ends with 2 and why', async () => {
  const systems = ['--systems', 'bm25,ensemble-rerank', '--k', '1,4', '--measures', 'HitRate@1,MRR@4'];
  const command = [...MIXED, ...systems, '--chunking', 'recursive:400/40', '--chunking', 'headings 2/2000 +title'];
  const whole = await run(...command, '--out', 'whole', '--report', join(out, 'report.html'));
  expect(whole.code, whole.stderr).toBe(0);
  const names = ['bm25', 'ensemble-rerank'].flatMap((id) =>
    ['recursive 400/40', 'headings 2/2000 +title'].map((chunking) => `${id} · ${chunking}`),
  );
  for (const name of names) expect(whole.stdout).toContain(name);
  // The result and nothing else.
  expect(whole.stdout).toMatch(/^system +HitRate@1/);
  // Files that cannot be read, by name and with why.
  expect(whole.stderr).toMatch(/damaged\.pdf: Damaged\. The PDF is damaged/);
  expect(whole.stderr).toMatch(/minutes\.pdf: Encrypted\. It is locked by a password/);
  expect(whole.stderr).toMatch(/scanned-page\.pdf: Empty\. /);
  const before = results('whole');
  expect(before.systems.map(({ id }) => id).sort()).toEqual(names.sort());
  const { passages } = before.manifest as unknown as { passages: { passages: number }[] };
  expect(passages).toHaveLength(2);
  expect(passages[0]!.passages).toBeLessThan(passages[1]!.passages);
  expect(Object.keys(before.systems[0]!.perQuery['HitRate@1']!)).toHaveLength(24);
  expect(before.manifest).toHaveProperty('versions');
  expect(before.manifest).not.toHaveProperty('generatedQuestions');
  expect(readFileSync(join(out, 'whole/results.csv'), 'utf8').trim().split(/\r?\n/)).toHaveLength(1 + 4 * 2);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(/^<!DOCTYPE html>[^]*<h1>/);
  // Every run, whole, twice.
  expect(whole.stderr).toContain(
    `every run as TREC (.run) and as JSON Lines (.jsonl) in ${join(out, 'whole/results-runs')}`,
  );
  const runs = readdirSync(join(out, 'whole/results-runs'));
  expect(runs.filter((name) => /^bm25-(recursive|headings).*\.(run|jsonl)$/.test(name))).toHaveLength(4);
  const [trec, lines] = ['run', 'jsonl'].map((extension) =>
    readFileSync(
      join(
        out,
        'whole/results-runs',
        runs.find((name) => name.endsWith(extension))!,
      ),
      'utf8',
    ).split('\n'),
  );
  expect(trec![0]).toMatch(/^\S+ Q0 \S+ 1 [\d.]+ bm25-·-\S+$/);
  expect(lines).toHaveLength(24 + 1);
  // Nothing is left behind.
  expect(readdirSync(out).sort()).toEqual(['cache', 'report.html', 'whole']);
  expect(readdirSync(join(out, 'cache/work'))).toEqual([]);

  // A log has few lines of a stage, and the first may have a score already: that one is enough.
  const twice = reused(before, 'rerank');
  const stopped = await interruptedAt(hasReranked(twice), surroundings(), ...command, '--out', 'cut');
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(stopped.stderr).toContain('the same command resumes');
  expect(stopped.stdout).toBe('');
  expect(existsSync(join(out, 'cut'))).toBe(false);
  expect(readdirSync(join(out, 'cache/work'))).toHaveLength(1);

  const resumed = await run(...command, '--out', 'cut');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stderr).toContain('Resuming');
  expect(readdirSync(join(out, 'cache/work'))).toEqual([]);
  const after = results('cut');
  const rounded = ({ systems }: Exported) =>
    systems.map(({ id, measures }) => [id, Object.values(measures).map((value) => value.toFixed(6))]);
  expect(rounded(after)).toEqual(rounded(before));
  // Some passages are the same text, which is read once.
  expect(reused(after, 'passage-vectors')).toBeGreaterThan(reused(before, 'passage-vectors'));
  expect(reused(after, 'rerank')).toBeGreaterThan(reused(before, 'rerank'));

  const bad = join(out, 'bad.json');
  writeFileSync(bad, '{"queries": {}');
  const broken = await evaluate(bad, '--systems', 'bm25', '--out', out);
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('bad.json')]);
  const missing = await evaluate(join(out, 'nowhere'));
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nowhere')]);
});

/** The lists of every fourth question turned round. */
const worse = (run: string): string =>
  run
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .map(([question, q0, doc, rank, score, name]) =>
      [question, q0, doc, rank, Number(question) % 4 === 0 ? -Number(score) : score, name].join(' '),
    )
    .join('\n');

test('npm run evaluate --against fails for a loss, and for nothing else', async () => {
  const qrels = collectionPath('cranfield', 'qrels.trec');
  test.skip(qrels === null, 'the judgments of Cranfield are not here');
  const run = gunzipSync(readFileSync(join(import.meta.dirname, '../golden/runs/bm25.run.gz'))).toString('utf8');
  const [same, lost] = [join(out, 'same/bm25.run'), join(out, 'lost/bm25.run')];
  for (const [file, text] of [
    [same, run],
    [lost, worse(run)],
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const made = await evaluate(qrels!, same, '--measures', 'nDCG@10,MRR@10', '--out', out);
  expect(made.code, made.stderr).toBe(0);
  const baseline = join(out, 'results.json');
  const before = readFileSync(baseline, 'utf8');

  const passed = await evaluate(qrels!, same, '--against', baseline);
  expect([passed.code, passed.stdout], passed.stderr).toEqual([0, expect.stringContaining('No loss was found.')]);
  const files = ['summary.md', 'check.xml', 'check.json'].map((name) => join(out, 'check', name));
  const written = ['--summary', files[0]!, '--junit', files[1]!, '--json', files[2]!];
  const failed = await evaluate(qrels!, lost, '--against', baseline, '--measure', 'nDCG@10,MRR@10', ...written);
  expect(failed.code, failed.stderr).toBe(1);
  expect(failed.stderr).toContain('Quality was lost: 2 comparisons of 2.');
  const [summary, junit, json] = files.map((file) => readFileSync(file, 'utf8'));
  expect(summary).toContain('Questions that lost most');
  expect(junit).toContain('failures="2"');
  const { tests } = JSON.parse(json!) as { tests: { losses: number; questions: number }[] };
  expect(tests[0]!.losses).toBeGreaterThan(20);

  const other = join(out, 'other.json');
  writeFileSync(other, before.replaceAll('"1":', '"one":'));
  const refusals = [
    [['--against', other], 'questions are not those of the baseline'],
    [['--against', baseline, '--out', out], 'would be overwritten'],
  ] as const;
  for (const [args, problem] of refusals) {
    const { code, stderr } = await evaluate(qrels!, same, ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  }
  expect(readFileSync(baseline, 'utf8')).toBe(before);
});

test('the commands of the example workflow run, and fail where quality was lost', { tag: '@full' }, async () => {
  const workflow = readFileSync(join(ROOT, 'docs/continuous-integration/github-workflow.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^ +run: \|\n((?: {10}.+\n)+)/gm)].map(([, lines]) => lines!.trim());
  expect(commands).toHaveLength(2);
  const env = Object.fromEntries(
    [...workflow.matchAll(/^ {2}([A-Z]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const collection = join(out, env['COLLECTION']!);
  cpSync(join(ROOT, 'public/samples/hitrate-sample'), collection, { recursive: true });
  rmSync(join(collection, 'result.bin'), { force: true });
  symlinkSync(ROOT, join(out, 'hitrate'));
  const baseline = join(out, env['BASELINE']!);
  const made = await evaluate(collection, '--systems', 'bm25', '--out', dirname(baseline));
  expect(made.code, made.stderr).toBe(0);
  const summary = join(out, 'step-summary.md');
  const step = (command: string) =>
    new Promise<number>((resolve) =>
      execFile(
        'bash',
        ['-e', '-c', command],
        { cwd: out, env: { ...process.env, ...env, GITHUB_STEP_SUMMARY: summary } },
        (error) => resolve(typeof error?.code === 'number' ? error.code : 0),
      ),
    );
  expect(await step(commands[0]!)).toBe(0);
  expect(await step(commands[1]!)).toBe(0);
  expect(readFileSync(summary, 'utf8')).toContain('No loss was found.');
  // As if it had been better before.
  const figures = JSON.parse(readFileSync(baseline, 'utf8')) as Exported;
  for (const { perQuery } of figures.systems)
    perQuery['nDCG@10'] = Object.fromEntries(
      Object.entries(perQuery['nDCG@10']!).map(([query, value]) => [query, value + 0.1]),
    );
  writeFileSync(baseline, JSON.stringify(figures));
  expect(await step(commands[0]!)).toBe(1);
  expect(readFileSync(join(out, 'report/check.xml'), 'utf8')).toContain('failures="1"');
});

test('a model on disk is measured, and compared where a collection is named', { tag: '@full' }, async () => {
  const folder = onDisk('true-embedder', trueEmbedder());
  const alone = await run('--model', folder);
  expect(alone.code, alone.stderr).toBe(0);
  expect(alone.stdout).toMatch(/^Model true-embedder.* \(embedding\)/);
  expect(alone.stdout).toMatch(/WASM.*agrees +[\d.,]+/);
  const { models } = JSON.parse(readFileSync(join(out, 'models.json'), 'utf8')) as {
    models: { name: string; devices: { verdict: string }[] }[];
  };
  expect(models[0]!.devices[0]!.verdict).toBe('agrees');

  const compared = await run(smallCollection('small'), '--systems', 'bm25,embedding', '--model', folder, '--k', '1');
  expect(compared.code, compared.stderr).toBe(0);
  const { systems } = results();
  const { name } = models[0]!;
  expect(systems.map(({ id }) => id)).toEqual(['bm25', 'embedding', name, `bm25 + ${name}`]);
  // The bundled model under another form: it finds the same.
  expect(systems[2]!.measures['MRR@1']).toBeCloseTo(systems[1]!.measures['MRR@1']!, 6);

  const files = madeRepositories()[0]!.files.filter(({ path }) => path !== 'tokenizer.json');
  const broken = await run('--model', onDisk('not-a-model', files));
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('--model not-a-model: ')]);
});
