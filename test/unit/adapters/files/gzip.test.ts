import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import type { ImportProgress } from '../../../../src/contract/workers';
import {
  beirFiles,
  bytesOf,
  filesOf,
  imported,
  importedRuns,
  problemsOf,
  read,
  utf16,
  zipOf,
  type Content,
} from './make';

const gzip = (content: Content): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(bytesOf(content)));

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));

const packedBeir = () =>
  Object.fromEntries(Object.entries(beirFiles()).map(([path, content]) => [`${path}.gz`, gzip(content)]));

describe('a file compressed by gzip', () => {
  it('is read under its name without .gz', async () => {
    const { dataset, summary } = await imported(packedBeir());
    expect(dataset).toEqual((await imported(beirFiles())).dataset);
    expect(summary).toMatchObject({ files: Object.keys(beirFiles()), split: 'test' });
  });

  it.each(['set.tar.gz', 'set.tgz', 'corpus.jsonl.bz2', 'queries.jsonl.xz', 'set.7z'])(
    'is all that is unpacked beside zip: %s is named, and left out beside a collection',
    async (name) => {
      const [problem] = await problemsOf({ [name]: gzip('anything') });
      expect([problem!.file, say(importMessages, problem!)]).toEqual([
        name,
        expect.stringContaining('not unpacked here'),
      ]);
      const { warnings } = await imported(beirFiles({ [name]: gzip('anything') }));
      expect(warnings.map(({ code, file }) => [code, file])).toEqual([['bad-archive', name]]);
    },
  );

  it('may be a run, judgments, UTF-16, in an archive, in capitals', async () => {
    const run = gzip('q Q0 d 1 0.5 t\n');
    expect((await importedRuns({ 'a.run.gz': run })).runs).toMatchObject([{ file: 'a.run', tag: 't' }]);
    expect((await imported({ 'qrels.txt.GZ': gzip('q 0 d 1\n') })).summary.format).toBe('trec-qrels');
    expect((await imported({ 'qrels.txt.gz': gzip(utf16('q 0 d 1\n', 'le', true)) })).dataset.judgments).toHaveLength(
      1,
    );
    expect((await imported({ 'a.zip': await zipOf(packedBeir()) })).summary.files[0]).toBe('a.zip/corpus.jsonl');
  });

  it('may have several members, which begin anywhere, and zeros behind them', async () => {
    const run = Array.from({ length: 9000 }, (_, i) => `q${i} Q0 d${(i * 7919) % 9001} 1 0.5 t\n`).join('');
    const whole = (await importedRuns({ 'a.run': run })).runs;
    // 2¹⁵ bytes are unpacked at a time: gzip of a name that is as long as needed makes the first member end there.
    const first = gzip('q Q0 d 1 0.5 t\n');
    const named = Buffer.concat([
      first.subarray(0, 10),
      Buffer.alloc(2 ** 15 - first.length - 1, 'n'),
      Buffer.from([0]),
      first.subarray(10),
    ]);
    named[3] = 8;
    const members = (size: number) => run.match(new RegExp(`(?:.*\n){${size}}`, 'g'))!.map(gzip);
    for (const [size, end] of [
      [4500, []],
      [50, [gzip(''), new Uint8Array(700)]],
    ] as const)
      expect((await importedRuns({ 'a.run.gz': joined(...members(size), ...end) })).runs).toEqual(whole);
    const { runs } = await importedRuns({ 'a.run.gz': joined(named, ...members(9000)) });
    expect(runs[0]!.run.queries).toHaveLength(9001);
  });

  it('tells progress by the bytes that it unpacks to', async () => {
    const steps: ImportProgress[] = [];
    await readCollection({ files: filesOf({ 'a.run.gz': gzip('q Q0 d 1 0.5 t\n') }) }, (step) => void steps.push(step));
    expect(steps.at(-1)).toEqual({ path: 'a.run', bytesRead: 15, bytesTotal: 15 });
  });

  it.each<[string, (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ['cut short', (whole) => whole.slice(0, -9)],
    ['without its end', (whole) => whole.slice(0, -3)],
    [
      'other bytes than its checksum says',
      (whole) => whole.map((byte, i) => (i === whole.length - 6 ? byte ^ 1 : byte)),
    ],
    ['cut in its second member', (whole) => joined(whole, whole.subarray(0, 30))],
    ['something else behind it', (whole) => joined(whole, bytesOf('words'))],
    ['no gzip', () => bytesOf('this is a text')],
    ['empty', () => new Uint8Array()],
  ])('that is broken is told: %s', async (_name, harm) => {
    const problems = await problemsOf({ 'a.run.gz': harm(gzip('q Q0 d 1 0.5 t\n'.repeat(100))) });
    expect(problems).toMatchObject([{ code: 'bad-archive', file: 'a.run.gz' }]);
    expect(say(importMessages, problems[0]!)).toMatch(/gzip/);
  });

  it('does not unpack without end', async () => {
    const bomb = gzip(' '.repeat(3 * 2 ** 20));
    const outcome = await read({ 'a.run.gz': bomb }, undefined, 2 ** 20);
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'too-large', file: 'a.run.gz' }] });
  });
});
