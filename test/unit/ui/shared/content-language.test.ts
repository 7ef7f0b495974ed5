import { expect, it } from 'vitest';
import { contentLanguage } from '../../../../src/ui/shared/passages';

it('tells Chinese and Japanese by script, and takes the others to be of the main language', () => {
  const languages = [
    { language: 'zh', share: 0.5 },
    { language: 'de', share: 0.4 },
    { language: 'en', share: 0.1 },
  ];
  expect(contentLanguage('这次没抢到', languages)).toBe('zh');
  expect(contentLanguage('ぬかるんだ地盤', languages)).toBe('ja');
  expect(contentLanguage('Wo steht das?', languages)).toBe('de');
  expect(contentLanguage('Where?', [{ language: 'und', share: 1 }])).toBeUndefined();
});
