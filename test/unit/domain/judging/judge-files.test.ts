import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { ProblemLog } from '../../../../src/domain/dataset/problem';
import { joinJudges, readJudgeFile } from '../../../../src/domain/judging/judge-files';
import { source } from '../dataset/make';

const collection = {
  queries: [
    { id: queryId('q1'), text: 'What is an alloy?' },
    { id: queryId('q2'), text: 'Why does it rust?' },
  ],
  docs: [
    { id: docId('d1'), text: 'An alloy is a mixture of metals.' },
    { id: docId('d2'), text: 'Iron rusts.' },
  ],
};

async function read(path: string, text: string) {
  const log = new ProblemLog();
  const file = await readJudgeFile(source(path, text), collection, log);
  return { file, problems: log.problems };
}
const brief = ({ file: { grades } }: Awaited<ReturnType<typeof read>>) =>
  grades.map(({ judge, query, doc, grade, reason, at }) => [judge, query, doc, grade, reason, at.line]);

describe('files of judges', () => {
  it.each([
    ['csv', 'query,document,grade,annotator,comment\nq1,d1,2,Anna,"says so, plainly"\nq2,d1,0,Ben,\n'],
    ['tsv', 'query-id\tcorpus-id\tscore\tassessor\treason\nq1\td1\t2\tAnna\tsays so, plainly\nq2\td1\t0\tBen\t\n'],
    [
      'jsonl',
      '{"qid":"q1","docid":"d1","rel":2,"judge":"Anna","note":"says so, plainly"}\n{"qid":"q2","docid":"d1","rel":0,"judge":"Ben"}\n',
    ],
  ])('are tables with the names of judges and reasons, as %s', async (ending, text) => {
    const found = await read(`judges.${ending}`, text);
    const first = ending === 'jsonl' ? 1 : 2;
    expect(found.problems).toEqual([]);
    expect(found.file.namesJudges).toBe(true);
    expect(brief(found)).toEqual([
      ['Anna', 'q1', 'd1', 2, 'says so, plainly', first],
      ['Ben', 'q2', 'd1', 0, '', first + 1],
    ]);
  });

  it('may be of one judge, in any format of judgments, questions by their texts', async () => {
    expect(brief(await read('anna.qrels', 'q1 0 d1 1\nq2 0 d2 0\n'))).toEqual([
      ['', 'q1', 'd1', 1, '', 1],
      ['', 'q2', 'd2', 0, '', 2],
    ]);
    const named = await read('ben.csv', 'query,docid,rating\nWhat is an alloy?,d1,3\n');
    expect(brief(named)).toEqual([['', 'q1', 'd1', 3, '', 2]]);
    expect(named.file.namesJudges).toBe(false);
    const reasons = await read('carl.csv', 'query,doc,grade,reason\nq1,d1,3,yes\n');
    expect(brief(reasons)).toEqual([['', 'q1', 'd1', 3, 'yes', 2]]);
  });

  it('may judge passages, by their places', async () => {
    const { file } = await read('anna.tsv', 'query-id\tcorpus-id\tscore\nq1\td1#3-8\t1\n');
    expect(file.grades).toMatchObject([{ doc: 'd1', span: { start: 3, end: 8 }, grade: 1 }]);
  });

  it('are reported by file and line', async () => {
    const text =
      'query,doc,grade,judge\nq1,d1,2,Anna\nq1,d2,1,\nq9,d1,1,Ben\nq1,d9,1,Ben\nq1,d1#5-900,1,Ben\nq2,d1,a lot,Ben\n';
    const { problems } = await read('all.csv', text);
    expect(problems.map(({ code, file, line, data }) => [code, file, line, ...data])).toEqual([
      ['missing-judge', 'all.csv', 3],
      ['bad-grade', 'all.csv', 7, 'a lot'],
      ['unknown-question', 'all.csv', 4, 'q9'],
      ['unknown-document', 'all.csv', 5, 'd9'],
      ['unknown-document', 'all.csv', 6, 'd1#5-900'],
    ]);
    expect((await read('none.csv', 'query,doc,grade,judge\n')).problems).toMatchObject([{ code: 'no-judgments' }]);
  });
});

describe('joined files', () => {
  const named = async (path: string, text: string, judge = '') => ({ ...(await read(path, text)).file, judge });

  it('add to the judges that are there, by name', async () => {
    const anna = await named('anna.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t2\n', 'Anna');
    const both = await named(
      'both.csv',
      'query,doc,grade,judge,reason\nq1,d1,2,Anna,clear\nq2,d2,1,Anna,\nq1,d1,0,Ben,\n',
    );
    const first = joinJudges([], [anna]);
    const { judges, added, problems, warnings } = joinJudges(first.judges, [both]);
    expect(problems).toEqual([]);
    expect(added).toBe(2);
    expect(warnings).toMatchObject([{ code: 'judge-repeats', file: 'both.csv', data: ['Anna', ['line 2']] }]);
    expect(judges).toEqual([
      {
        name: 'Anna',
        files: ['anna.tsv', 'both.csv'],
        grades: [
          { query: 'q1', doc: 'd1', grade: 2, reason: 'clear', file: 0, line: 2 },
          { query: 'q2', doc: 'd2', grade: 1, file: 1, line: 3 },
        ],
      },
      { name: 'Ben', files: ['both.csv'], grades: [{ query: 'q1', doc: 'd1', grade: 0, file: 0, line: 4 }] },
    ]);
  });

  it('are refused where a judge contradicts himself, in one file or another', async () => {
    const one = await named('one.csv', 'query,doc,grade,judge\nq1,d1,2,Anna\nq1,d1,0,Anna\n');
    const two = await named('two.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t1\n', ' Anna ');
    const { problems } = joinJudges([], [one, two]);
    expect(problems).toMatchObject([
      {
        code: 'judge-contradicts',
        file: 'one.csv',
        line: 3,
        data: ['Anna', { question: 'q1', document: 'd1' }, { grade: 0, first: 2, where: 'line 2' }],
      },
      { code: 'judge-contradicts', file: 'two.tsv', line: 2, data: ['Anna', {}, { where: 'one.csv, line 2' }] },
    ]);
  });
});
