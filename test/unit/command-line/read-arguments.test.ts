import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/command-line/read-arguments';

function plan(...args: string[]) {
  const read = readArguments(args);
  if (!read.ok || 'help' in read) throw new Error(JSON.stringify(read));
  return read.command;
}

function problemsOf(...args: string[]): readonly string[] {
  const read = readArguments(args);
  return read.ok ? [] : read.problems;
}

describe('readArguments', () => {
  it('reads files, and takes the page’s defaults where nothing is said', () => {
    expect(plan('a', 'b')).toEqual({
      inputs: ['a', 'b'],
      questions: [],
      contexts: [],
      models: [],
      request: {},
      texts: {},
      out: '.',
      report: null,
      check: null,
      engine: null,
      fresh: false,
    });
  });

  it('reads every option, as two arguments or one', () => {
    const { request, ...rest } = plan(
      ...['docs', '--questions=q.csv', '--systems', 'bm25,embedding', '--systems=bm25', '--k', '1, 10'],
      ...['--chunking', 'whole,recursive:500/50', '--chunking=headings', '--model', 'm1', '--model', 'm2'],
      ...['--measures', 'nDCG@10', '--relevance', '2', '--missing', 'skip', '--split', 'dev', '--out', 'o'],
      ...['--report', 'r.html', '--report-passages', '--fresh', '--documents'],
    );
    expect(request).toEqual({
      systems: ['bm25', 'embedding'],
      ks: [1, 10],
      chunkings: ['whole', 'recursive:500/50', 'headings'],
      measures: 'nDCG@10',
      relevance: 2,
      missing: 'skip',
      split: 'dev',
      documents: true,
      report: true,
      reportPassages: true,
    });
    expect(rest).toMatchObject({ questions: ['q.csv'], models: ['m1', 'm2'], out: 'o', report: 'r.html', fresh: true });
  });

  it('writes nothing beside a baseline, unless it is said where', () => {
    const args = ['c', '--against', 'b.json', '--margin', '.02', '--junit', 'j.xml'];
    expect(plan(...args)).toMatchObject({
      out: null,
      texts: { against: 'b.json' },
      check: { files: [{ path: 'j.xml', text: 'junit' }], printed: true },
      request: { margin: 0.02, checkOnly: true },
    });
    expect(plan(...args, '--out', 'o').request).not.toHaveProperty('checkOnly');
  });

  it('reads roles of fields, typed or from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hitrate-'));
    writeFileSync(join(folder, 'roles.txt'), '# of the lead\nqa.csv:question=質問,answer=回答\n\nb.csv:document=a\n');
    const read = readArguments(['a', '--map', 'roles.txt', '--map=c.csv:text=t'], folder);
    expect(read).toMatchObject({
      ok: true,
      command: {
        request: {
          mappings: {
            'qa.csv': { question: '質問', answer: '回答' },
            'b.csv': { document: 'a' },
            'c.csv': { text: 't' },
          },
        },
      },
    });
    rmSync(folder, { recursive: true });
    expect(problemsOf('a', '--map', 'no-such.txt')).toEqual([expect.stringContaining('--map “no-such.txt”')]);
  });

  it('measures a model without a collection', () => {
    expect(plan('--model', 'm')).toMatchObject({ inputs: [], models: ['m'] });
    expect(problemsOf('--model', 'm', '--k', '5')).toEqual(['--k needs a collection: only a model was named.']);
  });

  it('is asked for help before anything else', () => {
    for (const args of [['--help'], ['-h'], ['x', '--k', 'no', '--help']])
      expect(readArguments(args)).toEqual({ ok: true, help: true });
  });

  it.each([
    [['--sytems', 'bm25'], 'There is no option --sytems. Did you mean --systems?'],
    [['--chunk', 'whole'], 'There is no option --chunk. Did you mean --chunking?'],
    [['-k', '5'], 'There is no option -k. Did you mean --k?'],
    [['--xyzzy'], 'There is no option --xyzzy.'],
    [['--k'], '--k needs a value.'],
    [['--k', '--fresh'], '--k needs a value.'],
    [['--fresh=1'], '--fresh takes no value.'],
    [['--out', 'a', '--out', 'b'], '--out can be given once.'],
    [['--out', ' '], '--out is empty.'],
    [['--k', '1,x'], '--k takes whole numbers from 1, separated by commas, not “1,x”.'],
    [['--k', '0'], '--k takes whole numbers from 1, separated by commas, not “0”.'],
    [['--relevance', '0'], '--relevance takes a number above 0, as .02, not “0”.'],
    [['--generate-questions', '-3'], '--generate-questions takes a whole number from 1, not “-3”.'],
    [['--missing', 'zeros'], '--missing takes “zero” or “skip”, not “zeros”. Did you mean zero?'],
    [
      ['--systems', 'bm52'],
      '--systems: there is no system “bm52”. Did you mean bm25? Known: bm25, embedding, ensemble, ensemble-rrf, ensemble-rerank, ensemble-rrf-rerank.',
    ],
    [['--seed', '3'], '--seed is of generated questions: say how many by --generate-questions.'],
    [['--margin', '-1', '--against', 'b'], '--margin takes a number above 0, as .02, not “-1”.'],
    [['--report-passages'], '--report-passages is of a report: name its file by --report.'],
    [['--margin', '.1'], '--margin is of a check: name the baseline by --against.'],
    [['--experiment', 'e', '--k', '1'], '--experiment holds all that is run, so --k cannot stand beside it.'],
    [['--chunking', 'sentence'], /^--chunking: there is no way “sentence”\. Did you mean sentences\? Known: recursive/],
    [['--chunking', 'recursive:10/x'], /^--chunking “recursive:10\/x”: “10\/x” cannot be read\. Write it as recursive/],
    [['--chunking', 'recursive:100/200'], /^--chunking “recursive:100\/200”: An overlap of 200 must be less/],
    [['--measures', 'NDGC@10'], /^--measures: .*nDCG/],
  ])('%j', (args, problem) => {
    const problems = problemsOf('c', ...args);
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });

  it('names all problems at once, and does not take the value of a mistyped option for a file', () => {
    expect(problemsOf('--sytems', 'bm25', '--k', 'x')).toEqual([
      'There is no option --sytems. Did you mean --systems?',
      '--k takes whole numbers from 1, separated by commas, not “x”.',
      expect.stringMatching(/^No collection was named/),
    ]);
    expect(problemsOf('a', '--questions', 'q', '--generate-questions', '5')).toHaveLength(1);
  });

  it('takes what follows -- for files, and a dash in a name for none of its business', () => {
    expect(plan('--', '--odd', '-x').inputs).toEqual(['--odd', '-x']);
    expect(plan('-').inputs).toEqual(['-']);
  });

  it('reads an engine with what is sent to it, and refuses what the page alone can do beside it', () => {
    const engine = ['c', '--engine', 'postgresql://db/mine'];
    expect(plan(...engine, '--dry-run', '--batch', '50').engine).toEqual({
      address: 'postgresql://db/mine',
      dryRun: true,
      batch: 50,
      passageVectors: null,
      questionVectors: null,
      fusedBy: 'here',
    });
    expect(plan(...engine, '--fusion', 'engine').engine!.fusedBy).toBe('engine');
    expect(problemsOf(...engine, '--chunking', 'whole')).toEqual([expect.stringContaining('cannot stand beside')]);
    expect(problemsOf(...engine, '--passage-vectors', 'a.npy')).toEqual([expect.stringContaining('go together')]);
    expect(problemsOf('c', '--dry-run')).toEqual(['--dry-run is of an engine: name its address by --engine.']);
  });
});
