import { describe, expect, it } from 'vitest';
import { porter2 } from '../../../../src/domain/text/porter2';

describe('porter2', () => {
  it.each([
    ['generalizations', 'general'],
    ['running', 'run'],
    ['skies', 'sky'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['gas', 'gas'],
    ['gaps', 'gap'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['luxuriated', 'luxuri'],
    ['rational', 'ration'],
    ['happy', 'happi'],
    ['say', 'say'],
    ['sayyid', 'sayyid'],
    ['news', 'news'],
    ['herrings', 'herring'],
    ['communication', 'communic'],
    ['relative', 'relat'],
    ['controlling', 'control'],
    ["dog's", 'dog'],
    ['knack', 'knack'],
    ['semiconductors', 'semiconductor'],
  ])('%s is %s', (word, stem) => {
    expect(porter2(word)).toBe(stem);
  });

  it.each([
    ['dying', 'dy', 'die'],
    ['generously', 'gener', 'generous'],
    ['news', 'new', 'news'],
    ['exceeding', 'exceed', 'exceed'],
    ['skies', 'ski', 'sky'],
  ])('is not the algorithm of 1980, by which %s is %s', (word, _first, second) => {
    expect(porter2(word)).toBe(second);
  });

  it('leaves alone what is short and what has no Latin letters', () => {
    for (const word of ['as', 'y', '', '半导', '2024', 'ёлки']) expect(porter2(word)).toBe(word);
  });
});
