import { expect, test } from 'vitest';
import { inOtherNumber } from '../../../../../src/domain/questions/generate/mixed';

test.each([
  ['the channels', 'the channel'],
  ['boundary layers', 'a boundary layer'],
  ['engineers', 'an engineer'],
  ['a boundary layer', 'boundary layers'],
  ['the cities', 'the city'],
  ['an authority', 'authorities'],
  ['the branches', 'the branch'],
  ['a lens', 'lenses'],
])('%s becomes %s', (written, other) => expect(inOtherNumber(written)).toBe(other));

test.each(['the pressure', 'Tesla', 'the Normans', 'the analysis', 'aerodynamics', 'a thesis', 'the bus', 'gas'])(
  '%s stays',
  (written) => expect(inOtherNumber(written)).toBe(written),
);
