import { expect, it } from 'vitest';
import { type Command, matching } from '../../../../src/ui/app/commands';

const command = (name: string, kind = 'Screen'): Command => ({ id: name, name, kind, run: () => undefined });
const ALL = [
  command('Rainfall data', 'Collection'),
  command('Data'),
  command('Findings'),
  command('New run', 'Action'),
];
const names = (typed: string): string[] => matching(ALL, typed).map(({ name }) => name);

it('gives every command where nothing is typed', () => expect(names(' ')).toHaveLength(4));
it('puts first what begins as typed', () => expect(names('da')).toEqual(['Data', 'Rainfall data']));
it('wants every word, in any case, of name or kind', () => {
  expect(names('RUN new')).toEqual(['New run']);
  expect(names('collection rain')).toEqual(['Rainfall data']);
  expect(names('run nothing')).toEqual([]);
});
