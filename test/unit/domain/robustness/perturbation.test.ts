import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import {
  isReadAloud,
  isTypedByPinyin,
  PERTURBATION_KINDS,
  perturbed,
  perturbedLines,
  perturbedQuestions,
} from '../../../../src/domain/robustness/perturbation';

const query = (text: string, id = 'q') => ({ id: queryId(id), text });
const QUESTIONS = [
  'How does the pressure valve of the boiler open?',
  'Wie groß ist die Größe der Brücke über den Fluß?',
  '台積電的 5G 晶片製程是什麼？',
  'どのようにしてポンプを始動させますか',
  'valve',
  '???',
  '123',
];

describe('questions asked otherwise', () => {
  it('have the same text for the same seed, and mostly another for another', () => {
    for (const kind of PERTURBATION_KINDS)
      for (const text of QUESTIONS) expect(perturbed(query(text), kind, 1)).toBe(perturbed(query(text), kind, 1));
    const texts = new Set(Array.from({ length: 20 }, (_, seed) => perturbed(query(QUESTIONS[0]!), 'typing', seed)));
    expect(texts.size).toBeGreaterThan(10);
  });

  it('do not depend on the questions beside them', () => {
    const queries = QUESTIONS.map((text, i) => query(text, `q${i}`));
    for (const kind of PERTURBATION_KINDS) {
      const all = perturbedQuestions(queries, kind, 7);
      expect(perturbedQuestions([...queries].reverse(), kind, 7)).toEqual([...all].reverse());
    }
  });

  it('are never empty and never the question itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...PERTURBATION_KINDS),
        fc.nat(),
        (text, kind, seed) => {
          const made = perturbed(query(text), kind, seed);
          expect(made).not.toBe(text);
          if (made !== null) expect(made.trim()).not.toBe('');
        },
      ),
    );
  });

  it('are none where a kind has nothing to change: those of another script are not counted', () => {
    const changeable = (text: string) => PERTURBATION_KINDS.filter((kind) => perturbed(query(text), kind, 1) !== null);
    expect(QUESTIONS.map(changeable)).toEqual([
      ['typing', 'keywords', 'case'],
      ['typing', 'keywords', 'case', 'diacritics'],
      ['keywords', 'case', 'width'],
      ['keywords', 'kana'],
      ['typing', 'case'],
      [],
      [],
    ]);
  });

  it('may be typed by pinyin where they have Chinese characters and no kana', () => {
    expect(QUESTIONS.filter((text) => isTypedByPinyin({ text }))).toEqual([QUESTIONS[2]]);
    expect(QUESTIONS.filter((text) => isReadAloud({ text }))).toEqual([QUESTIONS[3]]);
  });

  it('are changed by the words of their own', () => {
    const chinese = [{ surface: '公式', homophones: [{ text: '攻势', count: 1 }] }];
    const questions = [query('公式', 'a'), query('公式？', 'b')];
    const wordsOf = () => ({ japanese: [], chinese });
    expect(perturbedQuestions(questions, 'pinyin', 1, wordsOf)).toEqual([{ query: questions[0], text: '攻势' }]);
  });

  it('are written as questions of a file that say what they were made from', () => {
    const lines = perturbedLines('case', perturbedQuestions([query('Valve?', 'q7')], 'case', 1));
    expect(JSON.parse(lines)).toEqual({ _id: 'q7-case', text: 'valve?', metadata: { kind: 'case', of: 'q7' } });
  });
});
