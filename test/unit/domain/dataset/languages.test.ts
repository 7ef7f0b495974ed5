import { describe, expect, it } from 'vitest';
import { languageOfEach, languagesOf } from '../../../../src/domain/dataset/languages';
import { docId } from '../../../../src/base/types';

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

  it('samples a large collection evenly', () => {
    const many = docs(...Array.from({ length: 4000 }, (_, i) => (i < 2000 ? '半导体' : 'ひらがな')));
    expect(languagesOf(many)).toEqual([
      { language: 'ja', share: 0.5 },
      { language: 'zh', share: 0.5 },
    ]);
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
