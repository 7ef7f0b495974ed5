import { describe, expect, it } from 'vitest';
import { scriptsOf } from '../../../../src/domain/slices/dimensions';

describe('scriptsOf', () => {
  it.each([
    ['Which tram?', ['Latn']],
    ['半导体产业', ['Hani']],
    ['DRAM 的价格是多少', ['Hani', 'Latn']],
    ['维生素 C 的作用', ['Hani']],
    ['温室の植物', ['Jpan']],
    ['CPUの温度', ['Latn', 'Jpan']],
    ['한국의 반도체', ['Hang']],
    ['Что такое чип', ['Cyrl']],
    ['12 %', []],
  ])('of “%s”', (text, scripts) => {
    expect(scriptsOf(text)).toEqual(scripts);
  });
});
