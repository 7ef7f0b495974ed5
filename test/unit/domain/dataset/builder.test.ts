import { describe, expect, it } from 'vitest';
import { builder, placesOf } from './make';
import { languageOfEach, languagesOf } from '../../../../src/domain/dataset/languages';
import { docId } from '../../../../src/base/types';

const at = (line: number) => ({ file: 'a', line });

function sound() {
  const made = builder();
  made.builder.addDoc('d1', 'T', 'first text', at(1));
  made.builder.addDoc('d2', '', 'second text', at(2));
  made.builder.addQuery('q1', 'which?', at(3));
  return made;
}

describe('a collection that is put together', () => {
  it('has documents, questions and judgments grouped by question, and no needs', () => {
    const { builder: dataset, log } = sound();
    dataset.addQuery('q2', 'why?', at(4));
    dataset.addJudgment('q1', 'd1', 1, at(5));
    dataset.addJudgment('q2', 'd1', 1, at(6));
    dataset.addJudgment('q1', 'd2', 0, at(7));
    const { judgments, ...rest } = dataset.finish();
    expect(judgments.map(({ query, doc }) => `${query} ${doc}`)).toEqual(['q1 d1', 'q1 d2', 'q2 d1']);
    expect(Object.keys(rest)).toEqual(['docs', 'queries']);
    expect([log.problems, log.warnings]).toEqual([[], []]);
  });

  it('keeps a document once that is there again with the same text, and says so; with other text it is refused', () => {
    const { builder: dataset, log } = sound();
    dataset.addDoc('d1', 'T', 'first text', at(4));
    dataset.addDoc('d3', '', 'x', at(5));
    dataset.addDoc('d3', '', 'x', at(6));
    dataset.addJudgment('q1', 'd1', 1, at(7));
    expect(dataset.finish().docs.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
    expect(log.warnings).toMatchObject([{ code: 'repeated-documents', file: 'a', data: [['d1', 'd3']] }]);
    dataset.addDoc('d1', 'T', 'other text', at(8));
    expect(placesOf(log.problems)).toEqual(['duplicate-id a 8']);
  });

  it('has every document of every need judged once', () => {
    const { builder: dataset, log } = sound();
    dataset.addNeeds('q1', [['d1', 'd2'], ['d1']], at(4));
    dataset.addGroundTruth('q1', 'FIRST', at(5));
    const { judgments, requirements } = dataset.finish();
    expect(judgments.map(({ doc, grade }) => [doc, grade].join(' '))).toEqual(['d1 1', 'd2 1']);
    expect(requirements).toEqual([
      { query: 'q1', needs: [{ docs: ['d1', 'd2'] }, { docs: ['d1'] }, { docs: ['d1'], text: 'FIRST' }] },
    ]);
    expect([log.problems, log.warnings]).toEqual([[], []]);
  });

  it('warns of texts that are found nowhere, and refuses if all are', () => {
    const some = sound();
    some.builder.addGroundTruth('q1', 'first', at(4));
    some.builder.addGroundTruth('q1', 'nowhere', at(5));
    expect(some.builder.finish().requirements?.[0]?.needs[1]).toEqual({ docs: [], text: 'nowhere' });
    expect(placesOf(some.log.warnings)).toEqual(['unmatched-texts a']);
    const none = sound();
    none.builder.addGroundTruth('q1', 'nowhere', at(4));
    none.builder.finish();
    expect(placesOf(none.log.problems)).toEqual(['unmatched-texts a']);
  });

  it('refuses empty ids of judgments, and what points to nothing', () => {
    const { builder: dataset, log } = sound();
    dataset.addJudgment('', 'd1', 1, at(4));
    dataset.addJudgment('q1', '', 1, at(5));
    dataset.addJudgment('q1', 'd9', 1, at(7));
    dataset.finish();
    expect(placesOf(log.problems)).toEqual(['empty-id a 4', 'empty-id a 5', 'judged-apart a 7']);
  });

  it('keeps judgments of a document that is not there, leaves out those of another question, and says both', () => {
    const { builder: dataset, log } = sound();
    dataset.addJudgment('q9', 'd1', 1, at(4));
    dataset.addNeeds('q9', [['d1']], at(4));
    dataset.addJudgment('q1', 'd1', 1, at(5));
    dataset.addJudgment('q1', 'd9', 2, at(6));
    const { judgments, requirements } = dataset.finish();
    expect(judgments.map(({ query, doc, grade }) => `${query} ${doc} ${grade}`)).toEqual(['q1 d1 1', 'q1 d9 2']);
    expect(requirements).toBeUndefined();
    expect(log.problems).toEqual([]);
    expect(log.warnings.map(({ data }) => data)).toEqual([
      ['question', ['q9'], 2],
      ['document', ['d9'], 2],
    ]);
  });

  it('refuses judgments of which few documents or no questions are there, with an id of each side', () => {
    const { builder: dataset, log } = sound();
    for (const [i, doc] of ['d1', 'D2', 'D3'].entries()) dataset.addJudgment('q1', doc, 1, at(4 + i));
    dataset.finish();
    expect(log.problems).toEqual([
      {
        code: 'judged-apart',
        ...at(5),
        data: ['document', { known: 1, of: 3, theirs: 'D2', ours: 'd1', without: 'case' }],
      },
    ]);
    const none = sound();
    none.builder.addJudgment('7', 'd1', 1, at(4));
    none.builder.finish();
    expect(none.log.problems).toMatchObject([
      { data: ['question', { known: 0, theirs: '7', ours: 'q1', without: null }] },
    ]);
  });

  it('does not miss what is known to be lost', () => {
    const { builder: dataset, log } = builder();
    dataset.lostAll();
    dataset.finish();
    expect(log.problems).toEqual([]);
  });

  it('finds a question by its text, the first of several, or by its id', () => {
    const { builder: dataset } = sound();
    dataset.addQuery('q2', 'which?', at(4));
    dataset.addQuery('why?', 'x', at(5));
    expect(['which?', 'why?', 'new'].map((text) => dataset.queryIdOf(text))).toEqual(['q1', 'why?', 'new']);
  });
});

describe('judgments alone', () => {
  it('need no documents, and make the questions that are not there', () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone((id) => `text of ${id}`);
    dataset.addQuery('q1', 'which?', at(1));
    dataset.addJudgment('q2', 'd1', 1, at(2));
    dataset.addJudgment('q1', 'd1', 1, at(3));
    const { docs, queries } = dataset.finish();
    expect(docs).toEqual([]);
    expect(queries).toEqual([
      { id: 'q1', text: 'which?' },
      { id: 'q2', text: 'text of q2' },
    ]);
    expect(log.problems).toEqual([]);
  });

  it('are missed where there are none', () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone();
    dataset.expect('judgment', at(1));
    dataset.finish();
    expect(placesOf(log.problems)).toEqual(['no-judgments a 1']);
  });

  it('keeps the mark of a question without an answer, and refuses it beside a relevant document', () => {
    const { builder: dataset, log } = sound();
    dataset.addQuery('q2', 'why?', at(4), { unanswerable: true });
    dataset.addJudgment('q1', 'd1', 1, at(5));
    dataset.addJudgment('q2', 'd1', 0, at(6));
    expect(dataset.finish().queries[1]).toEqual({ id: 'q2', text: 'why?', unanswerable: true });
    expect(log.problems).toEqual([]);
    dataset.addJudgment('q2', 'd2', 2, at(7));
    dataset.finish();
    expect(log.problems).toEqual([{ code: 'unanswerable-judged', ...at(7), data: ['q2'] }]);
  });
});

const docs = (...texts: string[]) => texts.map((text, i) => ({ id: docId(String(i)), title: '', text }));
const english =
  'The heat transfer at the stagnation point of a blunt body was measured in a shock tube, and it was compared with theory.';
const german =
  'Der Wärmeübergang am Staupunkt eines stumpfen Körpers wurde im Stoßwellenrohr gemessen und mit der Theorie verglichen.';

describe('languagesOf', () => {
  it.each([
    [english, 'en'],
    [german, 'de'],
    ['日本半导体产业的现状和影响因素是什么', 'zh'],
    ['半導體產業', 'zh'],
    ['CPU 芯片采用 RISC-V 架构, with a NPU', 'zh'],
    ['梅雨は北海道を除く日本で見られる気象現象である。', 'ja'],
    ['コンピューター', 'ja'],
    ['한국의 반도체 산업은 빠르게 성장하고 있으며 많은 회사가 참여하고 있다', 'ko'],
    ['Полупроводниковая промышленность быстро развивается во многих странах мира', 'ru'],
    ['12345 67.8 % 90-12', 'und'],
    ['Ab 1', 'und'],
  ])('tells that %s is %s', (text, language) => {
    expect(languagesOf(docs(text))).toEqual([{ language, share: 1 }]);
  });

  it('takes a Chinese text for Chinese that quotes a Japanese name', () => {
    expect(languagesOf(docs(`${'半导体产业的现状'.repeat(10)}「あみ」`))).toEqual([{ language: 'zh', share: 1 }]);
  });

  it('tells short texts together, where each by itself would be guessed wrong', () => {
    const short = ['blade loading', 'heat flux', 'the flow', 'thin shells', 'wing theory', 'shear of a plate'];
    const again = Array.from({ length: 10 }, () => short).flat();
    expect(languagesOf(docs(english, english, ...again))[0]).toEqual({ language: 'en', share: 1 });
  });

  it('leaves documents without text out, and says nothing of none', () => {
    expect(languagesOf(docs('', ' ', english))).toEqual([{ language: 'en', share: 1 }]);
    expect(languagesOf(docs(''))).toEqual([]);
    expect(languagesOf([])).toEqual([]);
  });
});

describe('languageOfEach', () => {
  const expected = (...languages: string[]) => languages.map((language) => ({ language, share: 1 / languages.length }));

  it.each([
    ['how to do it', ['en', 'zh'], 'en'],
    ['CPU', ['en', 'de'], 'en'],
    ['Wann fährt die Straßenbahn nachts?', ['en', 'de'], 'de'],
    ['Which tram runs at night?', ['en', 'de'], 'en'],
    // Franc by itself takes it for Portuguese.
    ['how to do it', ['zh'], 'en'],
    ['半导体产业的现状', ['zh', 'en'], 'zh'],
    ['東京都庁所在地', ['ja'], 'ja'],
    ['東京都庁所在地', ['ja', 'zh'], 'zh'],
    ['温室の植物', ['zh'], 'ja'],
    ['한국의 반도체', ['en'], 'ko'],
    ['42?', ['en'], 'und'],
    ['', ['en'], 'und'],
  ])('tells that “%s” among documents in %s is %s', (text, documents, language) => {
    expect(languageOfEach([text], expected(...documents))).toEqual([language]);
  });

  it('does not expect a language of hardly any document', () => {
    const shares = [
      { language: 'en', share: 0.99 },
      { language: 'pt', share: 0.01 },
    ];
    expect(languageOfEach(['how to do it'], shares)).toEqual(['en']);
    expect(languageOfEach(['how to do it'], [...shares].reverse())).toEqual(['en']);
  });
});
