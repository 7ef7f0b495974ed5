import { describe, expect, it } from 'vitest';
import { parseMeasure, parseMeasures } from '../../../../../src/domain/measures/parse';
import { measureDefinitions } from '../../../../../src/domain/measures/registry';
import { measureMessages } from '../../../../../src/ui/shared/messages/experiment';
import { say } from '../../../../../src/ui/shared/messages/say';

const known = measureDefinitions.map(({ name, cutoff }) => (cutoff === 'required' ? `${name}@k` : name)).join(', ');

function messageOf(text: string): string {
  const parsed = parseMeasure(text);
  return parsed.ok ? '' : say(measureMessages, parsed.problem);
}

describe('a measure that cannot be read', () => {
  it.each([
    ['Accuracy@5', `“Accuracy@5” is not a known measure. Known are ${known}.`],
    ['NDGC@5', `“NDGC@5” is not a known measure. Did you mean nDCG? Known are ${known}.`],
    ['Recall', '“Recall”: Recall needs a cut-off: write Recall@10, for example.'],
    ['bpref@5', '“bpref@5”: bpref has no cut-off: leave out what follows the @.'],
    ['MRR@0', '“MRR@0”: the cut-off must be a whole number of at least 1, as in MRR@10.'],
    ['RBP(p=1)', '“RBP(p=1)”: p must be a number between 0 and 1, as 0.8.'],
    ['P(k=5)@5', '“P(k=5)@5”: P has no parameter “k”; it knows rel.'],
    ['RBP(q=.5)', '“RBP(q=.5)”: RBP has no parameter “q”; it knows p and rel.'],
    ['nDCG(rel=2)@5', '“nDCG(rel=2)@5”: nDCG has no parameters.'],
    ['P(rel=1,rel=2)@5', '“P(rel=1,rel=2)@5”: rel is given twice.'],
    ['P(2)@5', '“P(2)@5”: write parameters as name=value, not “2”.'],
    ['P(rel=2@5', '“P(rel=2@5”: write Name(parameter=value)@k, as in P(rel=2)@5.'],
  ])('is explained: %s', (text, message) => expect(messageOf(text)).toBe(message));

  it('is none of a list of nothing', () => {
    const parsed = parseMeasures(',');
    expect(parsed.ok ? [] : parsed.problems.map((each) => say(measureMessages, each))).toEqual([
      'No measure is named: write nDCG@10, for example.',
    ]);
  });
});
