import { expect, it } from 'vitest';
import { words } from '../../../../src/domain/text/plain-text';

it.each([
  ['GPT-4o, v2.5_beta', ['gpt', '4o', 'v2', '5', 'beta']],
  ['半导体的制造，设备', ['半导体的制造', '设备']],
  ['80年代DRAM市场', ['80年代dram市场']],
  ['한국어 시험', ['한국어', '시험']],
  ['don’t', ['don', 't']],
  ['किताब', ['किताब']],
  ['ＤＲＡＭ co\u00adop', ['dram', 'coop']],
  ['\u0301 — 🙂', []],
])('cuts %s at all that is no letter or digit, whatever the script', (text, expected) => {
  expect(words(text)).toEqual(expected);
});
