import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { ranxRun, layoutOf, trecRunFormat } from '../../../../../src/domain/dataset/runs/read-runs';
import { hitsOf, placesOf, source, told } from '../make';
import { recognisedBy } from '../../../../../src/domain/dataset/formats/format';
import { RUN_FORMATS } from '../../../../../src/domain/dataset/runs/registry';

describe('a run of ranx', () => {
  async function read(text: string) {
    const log = new ProblemLog();
    const found = await ranxRun.read(source('a.json', text), log);
    return { hits: found && hitsOf(found.run), places: placesOf(log.problems), warned: placesOf(log.warnings) };
  }

  it('keeps questions without hits, and ids that objects lose', async () => {
    const { hits, places } = await read('{"q1": {"a": 1, "b": 2.5e1}, "10": {}, "9": {"__proto__": -1}}');
    expect(Object.entries(hits ?? {})).toHaveLength(3);
    expect(hits).toMatchObject({ q1: ['b 25', 'a 1'], 10: [], 9: ['__proto__ -1'] });
    expect(places).toEqual([]);
  });

  it.each([
    ['a document', '{"q": {"a": 1, "a\\u0000": 2}}', 'bad-id a.json 1 q."a\\u0000"'],
    ['a question', '{"q": {"a": 1},\n"q ": {"a": 2}}', 'bad-id a.json 2 q '],
  ])('is refused with an id that cannot be one, of %s', async (_, text, place) => {
    expect((await read(text)).places).toEqual([place]);
  });

  it.each<[string, string]>([
    ['{"q": {"a": 1,\n"a": 2}}', 'duplicate-key a.json 2 q."a"'],
    ['{"q": {"a": 1e999}}', 'bad-score a.json 1 q."a"'],
    ['{"q": {"a": NaN}}', 'not-json a.json 1'],
    ['{\n"q":\n["a"]}', 'wrong-shape a.json 2 q'],
    ['{"q": {"a": {"b": 1}}}', 'wrong-shape a.json 1 q."a"'],
    ['[]', 'wrong-shape a.json'],
    ['{}', 'empty-file a.json'],
  ])('tells what is wrong: %s', async (text, place) => {
    expect((await read(text)).places[0]).toEqual(place);
  });
});

it('the runs among files are found by what is in them', async () => {
  const files = [
    source('b.json', '{"q": {"d": 0.5}}'),
    source('qrels.txt', 'q 0 d 1\n'),
    source('a.txt', 'q Q0 d 1 0.5 t\n'),
    source('c.csv', 'a,b\n'),
  ];
  const found = await Promise.all(files.map((file) => recognisedBy(RUN_FORMATS, file)));
  expect(found.map((each) => each?.name)).toEqual(['ranx-run', undefined, 'trec-run', undefined]);
});

const split = (text: string) => text.split('\n').map((line) => line.split(' '));

describe('the layout of a run', () => {
  it.each<[string, string, 'run' | 'judgments' | null, unknown]>([
    ['whole', 'q1 Q0 d1 1 2.5 tag', null, null],
    ['whole, with any second column', 'q1 x d1 1 2.5 tag', null, null],
    ['whole, scores that are no numbers', 'q1 Q0 d1 1 nan tag\nq1 Q0 d2 2 inf tag', null, null],
    ['without rank', 'q1 Q0 d1 2.5 tag\nq1 Q0 d2 1.5 tag', null, 'rank'],
    ['without tag', 'q1 Q0 d1 1 2.5\nq1 Q0 d2 2 1.5', null, 'tag'],
    ['without Q0 and tag', 'q1 d1 1 2.5\nq1 d2 2 1.5', null, 'Q0 and tag'],
    ['without rank and tag', 'q1 Q0 d1 2.5\nq1 Q0 d2 1.5', null, 'rank and tag'],
    ['ranks alone', 'q1 d1 1\nq1 d2 2\nq1 d3 3\nq1 d4 4\nq1 d5 5\nq2 d1 1', null, 'score'],
    ['few ranks, with the name of a run', 'q1 d1 1\nq1 d2 2', 'run', 'score'],
    ['with one odd line', 'q1 Q0 d1 1 2.5 tag\nodd\nq1 Q0 d2 2 1.5 tag', null, null],
  ])('is told: %s', (_name, text, nameSays, missing) => {
    expect(layoutOf(split(text), nameSays)?.missing).toBe(missing);
  });

  it.each<[string, string, 'run' | 'judgments' | null]>([
    ['nothing', '', null],
    ['judgments of TREC', 'q1 0 d1 1\nq1 0 d2 0', null],
    ['judgments that look like ranks', 'q1 0 d1 1\nq1 0 d2 2', null],
    ['judgments without iteration', 'q1 d1 1\nq1 d2 0\nq1 d3 1', null],
    ['few ranks', 'q1 d1 1\nq1 d2 2', null],
    ['ranks with the name of judgments', 'q1 d1 1\nq1 d2 2\nq1 d3 3\nq1 d4 4\nq1 d5 5', 'judgments'],
    ['prose', 'this is a text of words\nand this is one more', null],
    ['five columns of five tags', 'q1 Q0 d1 2.5 a\nq1 Q0 d2 1.5 b', null],
    ['a table of other things', '1 2 3 x y z\n4 5 6 x y z', null],
  ])('is none: %s', (_name, text, nameSays) => {
    expect(layoutOf(split(text), nameSays)).toBeNull();
  });
});

describe('a run of TREC', () => {
  async function read(text: string, path = 'a.run') {
    const log = new ProblemLog();
    const found = await trecRunFormat.read(source(path, text), log);
    return {
      tag: found?.tag,
      hits: found && hitsOf(found.run),
      log,
      places: placesOf(log.problems),
      warned: placesOf(log.warnings),
    };
  }

  it('is ordered by score, then by id, both descending, not by rank', async () => {
    const { hits, tag, places, warned } = await read('q1 Q0 a 1 1 t\nq1 Q0 b 9 3 t\nq1 Q0 c 1 1 t\nq2 Q0 a x 1 t\n');
    expect(hits).toEqual({ q1: ['b 3', 'c 1', 'a 1'], q2: ['a 1'] });
    expect([tag, places, warned]).toEqual(['t', [], ['rising-scores a.run 2']]);
  });

  it('may have tabs, CRLF, blank lines, comments, and no line break at its end', async () => {
    const { hits, places, warned } = await read('# by x\r\nq1\tQ0\td1\t1\t2.5\tt\r\n\r\n  q1  Q0 d2 2 1.5 t');
    expect(hits).toEqual({ q1: ['d1 2.5', 'd2 1.5'] });
    expect([places, warned]).toEqual([[], ['passed-over a.run']]);
  });

  it('may have questions in pieces', async () => {
    expect((await read('q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\nq1 Q0 b 2 2 t\n')).hits).toEqual({
      q1: ['b 2', 'a 1'],
      q2: ['a 1'],
    });
  });

  it.each([
    ['1e-3', '0.001'],
    ['-2.5E+2', '-250'],
    ['+.5', '0.5'],
    ['7.', '7'],
    ['-0', '0'],
    ['1e-400', '0'],
  ])('has scores as numbers: %s', async (written, score) => {
    expect((await read(`q Q0 d 1 ${written} t\n`)).hits).toEqual({ q: [`d ${score}`] });
  });

  it.each(['nan', 'inf', '-Infinity', '1e400', '0x1F', '1,5', 'high', '-', '1e', '--1'])(
    'is refused with a score of %s',
    async (written) => {
      const { places } = await read(`q Q0 c 1 1 t\nq Q0 d 1 ${written} t\nq Q0 e 1 1 t\n`);
      expect(places).toEqual(['bad-score a.run 2 score']);
    },
  );

  it.each<[string, string, string, Record<string, string[]>]>([
    ['rank', 'q Q0 a 2.5 t\nq Q0 b 3.5 t\n', 'rank', { q: ['b 3.5', 'a 2.5'] }],
    ['tag', 'q Q0 a 2 2.5\nq Q0 b 1 3.5\n', 'tag', { q: ['b 3.5', 'a 2.5'] }],
    ['Q0 and tag', 'q a 1 3.5\nq b 2 2.5\n', 'Q0 and tag', { q: ['a 3.5', 'b 2.5'] }],
    ['score', 'q a 1\nq b 2\n', 'scores', { q: ['a 1', 'b 0.5'] }],
  ])('is repaired where every line lacks its %s', async (_name, text, says, expected) => {
    const { hits, log, places } = await read(text);
    expect(hits).toEqual(expected);
    expect(places).toEqual([]);
    expect(log.warnings).toMatchObject([{ code: 'repaired-run', line: 1 }]);
    expect(told(log.warnings[0]!)).toMatch(new RegExp(`${says}.* in 2 lines`));
  });

  it.each([
    ['inside its score', 'q Q0 c 3 1'],
    ['at the sign of its score, where the rank would be taken for it', 'q Q0 c 3 -'],
    ['behind its score', 'q Q0 c 3 12.5'],
    ['behind its rank', 'q Q0 c 3'],
    ['inside its document', 'q Q0 c'],
  ])('refuses a line that was cut %s', async (_, cut) => {
    expect((await read(`q Q0 a 1 14 t\nq Q0 b 2 13 t\n${cut}`)).places).toEqual(['wrong-shape a.run 3']);
  });

  it('ignores every field after the tag, as trec_eval does', async () => {
    const { hits, tag, places, warned } = await read(
      'q Q0 a 1 4 t\nq Q0 b 2 3 t more\nq Q0 c 3 2 t # a note of 12 words\nq Q0 d 4 1 t 1 2 3 4 5\n',
    );
    expect(hits).toEqual({ q: ['a 4', 'b 3', 'c 2', 'd 1'] });
    expect([tag, places, warned]).toEqual(['t', [], []]);
  });

  it('is known by lines that all have fields after the tag, as many as they like', async () => {
    const text = 'q Q0 a 1 4 my run\nq Q0 b 2 3 my second run\nq Q0 c 3 2 my run of 2026\n';
    expect(await trecRunFormat.recognises(source('a.txt', text))).toBe(true);
    const { hits, tag } = await read(text);
    expect([hits, tag]).toEqual([{ q: ['a 4', 'b 3', 'c 2'] }, 'my']);
  });

  it('takes the first of two lines for a document', async () => {
    const { hits, warned, log } = await read('q Q0 a 2 1 t\nq Q0 b 1 2 t\nq Q0 a 3 9 t\n');
    expect(hits).toEqual({ q: ['b 2', 'a 1'] });
    expect(warned).toEqual(['duplicate-hit a.run 3']);
    expect(told(log.warnings[0]!)).toMatch(/“q” with “a” \(line 3\)/);
  });

  it('has the name of the first of several tags, and tells of them', async () => {
    const { tag, warned } = await read('q Q0 a 1 1 x\nq Q0 b 2 1 y\nq Q0 c 3 1 x\n');
    expect([tag, warned]).toEqual(['x', ['several-tags a.run']]);
  });

  it.each<[string, string]>([
    ['q Q0 a 1 1 t\nq Q0 b\n', 'wrong-shape a.run 2'],
    ['# nothing\n', 'empty-file a.run'],
  ])('tells what is wrong: %j', async (text, place) => {
    expect((await read(text)).places).toEqual([place]);
  });

  it.each([
    ['a NUL in a document', 'q Q0 b\0 2 1 t', 'docno'],
    ['a NUL in a question', 'q\0 Q0 b 2 1 t', 'qid'],
    ['a byte order mark in a question', '\ufeffq Q0 b 2 1 t', 'qid'],
  ])('is refused with %s', async (_, line, field) => {
    expect((await read(`q Q0 a 1 2 t\n${line}\nq Q0 c 3 0 t\n`)).places).toEqual([`bad-id a.run 2 ${field}`]);
  });

  it.each<[string, string, readonly unknown[] | null]>([
    ['in all questions', 'q Q0 a 1 .1 t\nq Q0 b 2 .2 t\np Q0 a 1 0 t\np Q0 b 2 5 t', [2, 5, 4, 2, 2]],
    ['in lines from the last rank on', 'q Q0 a 2 .2\nq Q0 b 1 .1\np Q0 a 1 0\np Q0 b 2 5', [2, 5, 4, 2, 2]],
    ['in most, one line aside', 'q Q0 a 1 1 t\nq Q0 b 2 0 t\nq Q0 c 3 1 t\nq Q0 d 4 2 t', [3, 5, 4, 1, 1]],
    ['in half, which may be chance', 'q Q0 a 1 .1 t\nq Q0 b 2 .2 t\np Q0 a 1 6 t\np Q0 b 2 5 t', null],
    ['nowhere: equal scores', 'q Q0 a 1 .1 t\nq Q0 b 2 .1 t\np Q0 a 1 6 t', null],
    ['nowhere: ranks that say nothing', 'q Q0 a 0 .1 t\nq Q0 b 0 .2 t\np Q0 a x 6 t\np Q0 b 2 7 t', null],
    ['nowhere: the next question has a better first', 'q Q0 a 1 .1 t\np Q0 b 2 .2 t\nr Q0 b 3 .3 t', null],
  ])('tells of ranks that contradict scores, which decide: %s', async (_, text, seen) => {
    const { log } = await read(text);
    const told = log.warnings.flatMap(({ code, line, data }) => {
      if (code !== 'rising-scores') return [];
      const [, { rank, score }, questions, of] = data;
      return [[line, score, rank, questions, of]];
    });
    expect(told).toEqual(seen ? [seen] : []);
  });

  it('tells of ranks that cannot be read where there are no scores', async () => {
    const ranks = Array.from({ length: 60 }, (_, i) => `q d${i} ${i + 1}\n`);
    expect((await read(`${ranks.join('')}q x last\nq y 0\n`)).places).toEqual([
      'bad-score a.run 61 rank',
      'bad-score a.run 62 rank',
    ]);
  });

  it.each([
    ['a.txt', 'q Q0 d 1 1 t\n', true],
    ['a.txt', 'q 0 d 1\n', false],
    ['a.tsv', 'query-id\tcorpus-id\tscore\nq\td\t1\n', false],
    ['a.jsonl', '{"_id": "d", "text": "a b c"}\n', false],
    ['collection.tsv', '1\tIt has 6 words in here\n2\tas has this one too here\n', false],
    ['table.txt', '1 2 3 4 5 6 7\n2 3 4 5 6 7 8\n', false],
    ['a.run', '1 2 3 4 5 6 7\n2 3 4 5 6 7 8\n', true],
  ])('is recognised: %s with %j is %s', async (path, text, expected) => {
    expect(await trecRunFormat.recognises(source(path, text))).toBe(expected);
  });
});
