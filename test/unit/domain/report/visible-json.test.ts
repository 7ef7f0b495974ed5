import { expect, it } from 'vitest';
import { visibleJson } from '../../../../src/domain/report/visible-json';

it('reads back as the same value, and hides nothing', () => {
  const value = {
    'a\u202e': ['\u2066\u200b\u2028', '\u{e0041}', '\ud800\u0000\u007f\u0085\uffff\u{1fffe}', '半導体 🙂'],
  };
  const text = visibleJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\p{Cf}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028]/u);
  expect(text).toContain('半導体 🙂');
  expect(visibleJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
});
