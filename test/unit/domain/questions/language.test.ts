import { describe, expect, it, test } from 'vitest';
import { languageByScript, languageTeller } from '../../../../src/domain/questions/language';
import { textDoc } from '../judging/make';

const english = textDoc(
  'en',
  'The pump is stopped before the filter is opened, and nobody stands below it. '.repeat(8),
);
const german = textDoc(
  'de',
  'Die Pumpe wird angehalten, bevor der Filter geöffnet wird, und niemand steht darunter. '.repeat(8),
);
const chinese = textDoc('zh', '打开过滤器之前，先停止水泵。');
const japanese = textDoc('ja', 'フィルターを開ける前に、ポンプを止める。');

test('Chinese and Japanese are told by their scripts, however short', () => {
  const of = languageTeller([english, chinese, japanese]);
  expect([english, chinese, japanese].map(of)).toEqual(['en', 'zh', 'ja']);
});

test('a language without patterns is none, also for a short text of it', () => {
  expect([english, german].map(languageTeller([english, german]))).toEqual(['en', null]);
  const short = textDoc('short', 'Filter und Pumpe.');
  expect(languageTeller([german, short])(short)).toBeNull();
});

test('a short text among English ones is English', () => {
  const short = textDoc('short', 'Ok, la la.');
  expect(languageTeller([english, short])(short)).toBe('en');
});

describe('the language of a text by its script', () => {
  it.each([
    ['Which pump?', 'en'],
    ['Welche Pumpe?', 'en'],
    ['', 'en'],
    ['哪个泵？', 'zh'],
    ['USB 接口', 'zh'],
    ['どのポンプですか', 'ja'],
    // Ideographs are of both; kana are Japanese.
    ['東京の駅', 'ja'],
    ['ポンプ', 'ja'],
  ])('of “%s” is %s', (text, language) => {
    expect(languageByScript(text)).toBe(language);
  });
});
