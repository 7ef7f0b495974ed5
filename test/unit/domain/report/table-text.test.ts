import { describe, expect, it } from 'vitest';
import { tableText } from '../../../../src/domain/report/table-text';
import { report, system } from './make';

describe('tableText', () => {
  it('aligns names to the left and numbers to the right', () => {
    const systems = [
      system('bm25', { 'HitRate@1': 0.79749, 'MRR@1': 0.79749 }),
      system('embedding, rerank', { 'HitRate@1': 1, 'MRR@1': 0 }),
    ];
    expect(tableText(report(systems), ['HitRate@1', 'MRR@1'])).toBe(
      [
        'system             HitRate@1   MRR@1',
        '-----------------  ---------  ------',
        'bm25                  0.7975  0.7975',
        'embedding, rerank     1.0000  0.0000',
        '',
      ].join('\n'),
    );
  });

  it('counts two columns for a wide character, and has a dash for what was not computed', () => {
    const systems = [system('混合', { 'MRR@1': 0.5 }), system('bm25', { 'MRR@1': 0.5 })];
    const lines = tableText(report(systems), ['HitRate@1', 'MRR@1']).split('\n');
    expect(lines[2]).toBe('混合            –  0.5000');
    expect(lines[3]).toBe('bm25            –  0.5000');
  });

  it('has a header where there are no systems', () => {
    expect(tableText(report([]), ['HitRate@1', 'MAP']).split('\n')[0]).toBe('system  HitRate@1  MAP');
  });
});
