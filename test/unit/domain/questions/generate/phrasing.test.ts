import { expect, test } from 'vitest';
import { aboutSeveral, linking, typed } from '../../../../../src/domain/questions/generate/phrasing';

const first = (): number => 0;
const second = (): number => 0.25;

test('names are joined as each language has it', () => {
  expect(linking(['the wall', 'the sea', 'ships'], 'en', first)).toBe(
    'What is the connection between the wall, the sea and ships?',
  );
  expect(linking(['城墙', '大海', '船只'], 'zh', first)).toBe('城墙、大海和船只有什么关系？');
  expect(linking(['壁', '海', '船'], 'ja', first)).toBe('壁、海と船にはどのような関係がありますか？');
});

test('the last name is what others have to do with', () => {
  expect(linking(['the wall', 'the sea', 'ships'], 'en', second)).toBe(
    'What effect did the wall and the sea have on ships?',
  );
});

test('several passages are asked about names', () => {
  expect(aboutSeveral(['城墙', '大海'], 'zh', first)).toBe('关于城墙和大海有哪些说法？');
});

test('a search is typed with blanks, in Japanese wide ones', () => {
  expect(typed(['wall', 'sea'], 'en')).toBe('wall sea');
  expect(typed(['壁', '海'], 'ja')).toBe('壁　海');
});
