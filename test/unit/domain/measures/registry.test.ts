import { describe, expect, it } from 'vitest';
import { closestName, definitionOf, findMeasure, measureDefinitions } from '../../../../src/domain/measures/registry';
import { measureAt } from '../../../../src/domain/measures/parse';

describe('the registry of measures', () => {
  it('has every name and alias once', () => {
    const names = measureDefinitions.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(findMeasure(name)).toBeDefined();
  });

  it('keeps the order of reports', () => {
    expect(measureDefinitions.map(({ name }) => name).join(' ')).toBe(
      'HitRate MRR P Recall F1 RecallCapped MAP MAPmin nDCG nDCGexp RPrec bpref RBP RBPgraded RBPresidual ERR Judged Hole ' +
        'SpanRecall SpanPrecision SpanIoU ' +
        'infAP 11pt_avg iprec_at_recall set_P set_recall set_F set_map gm_map gm_bpref num_q num_ret num_rel num_rel_ret ' +
        'num_nonrel_judged_ret',
    );
  });

  it('finds the definition of a measure, or throws for one of another version', () => {
    expect(definitionOf(measureAt('P', 5)).name).toBe('P');
    expect(() => definitionOf({ name: 'P9' })).toThrow('no measure is called “P9”');
  });

  it('proposes a name where one comes close', () => {
    expect(closestName('Recal')).toBe('Recall');
    expect(closestName('MRP')).toBe('MRR');
    expect(closestName('Accuracy')).toBeNull();
    expect(closestName('')).toBeNull();
  });
});
