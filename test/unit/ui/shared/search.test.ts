import { describe, expect, it } from 'vitest';
import { findAll, pageOf } from '../../../../src/ui/shared/search';

describe('findAll', () => {
  const texts = ['Ice cream', 'ＩＣＥ', 'Tea'];
  const find = (needle: string): readonly string[] => findAll(texts, needle, (text) => [text]);

  it('ignores case and full-width forms', () => expect(find(' ice ')).toEqual(['Ice cream', 'ＩＣＥ']));
  it('gives everything for an empty needle', () => expect(find('  ')).toBe(texts));
});

describe('pageOf', () => {
  const items = Array.from({ length: 7 }, (_, i) => i);

  it('says which part of how many is shown', () => {
    expect(pageOf(items, 2, 3)).toEqual({ items: [6], page: 2, pages: 3, from: 7, to: 7, total: 7 });
  });
  it('stays within what there is', () => expect(pageOf(items, 9, 3).page).toBe(2));
  it('has one empty page for nothing', () => {
    expect(pageOf([], 0, 3)).toEqual({ items: [], page: 0, pages: 1, from: 0, to: 0, total: 0 });
  });
});
