import { describe, expect, it } from 'vitest';
import { languagesOf } from '../../../../src/domain/dataset/languages';
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

  it('gives shares, the largest first', () => {
    expect(languagesOf(docs(german, english, english, '半导体产业的现状'))).toEqual([
      { language: 'en', share: 0.5 },
      { language: 'de', share: 0.25 },
      { language: 'zh', share: 0.25 },
    ]);
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
