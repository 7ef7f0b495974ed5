import type { ParameterName } from '../../../domain/measures/measure';
import type { MeasureProblems } from '../../../domain/measures/parse';
import { definitionOf, measureDefinitions } from '../../../domain/measures/registry';
import type { Catalogue } from './catalogue';

const EXPECTED: Readonly<Record<ParameterName, string>> = {
  rel: 'a whole number of at least 1, the lowest grade that counts as relevant',
  p: 'a number between 0 and 1, as 0.8',
  max: 'a whole number of at least 1, the highest grade of the scale',
  recall: 'a number from 0 to 1, as 0.1',
  chars: 'a whole number of at least 1, the characters of the budget',
  tokens: 'a whole number of at least 1, the tokens of the budget',
};

const CUTOFF: Readonly<Record<MeasureProblems['measure-cutoff']['wrong'], (name: string) => string>> = {
  missing: (name) => `${name} needs a cut-off: write ${name}@10, for example.`,
  excess: (name) => `${name} has no cut-off: leave out what follows the @.`,
  value: (name) => `the cut-off must be a whole number of at least 1, as in ${name}@10.`,
};

export const measureMessages: Catalogue<MeasureProblems> = {
  'no-measure': () => 'No measure is named: write nDCG@10, for example.',
  'measure-form': ({ text }) => `“${text}”: write Name(parameter=value)@k, as in P(rel=2)@5.`,
  'measure-parameter-form': ({ text, pair }) => `“${text}”: write parameters as name=value, not “${pair}”.`,
  'measure-parameter-twice': ({ text, parameter }) => `“${text}”: ${parameter} is given twice.`,
  'measure-unknown': ({ text, meant }) => {
    const known = measureDefinitions.map(({ name, cutoff }) => (cutoff === 'required' ? `${name}@k` : name));
    const suggestion = meant === null ? '' : ` Did you mean ${meant}?`;
    return `“${text}” is not a known measure.${suggestion} Known are ${known.join(', ')}.`;
  },
  'measure-cutoff': ({ text, name, wrong }) => `“${text}”: ${CUTOFF[wrong](name)}`,
  'measure-parameter-unknown': ({ text, name, parameter }) => {
    const { parameters } = definitionOf({ name });
    return parameters.length === 0
      ? `“${text}”: ${name} has no parameters.`
      : `“${text}”: ${name} has no parameter “${parameter}”; it knows ${parameters.join(' and ')}.`;
  },
  'measure-parameter-value': ({ text, parameter }) => `“${text}”: ${parameter} must be ${EXPECTED[parameter]}.`,
};
