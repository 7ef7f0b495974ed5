import { expect, it } from 'vitest';
import type { ResultHeader } from '../../../../src/contract/result';
import { judgedPreference } from '../../../../src/ui/blind/judged-figures';
import { experiment } from '../../workbench/workshop';

const { systems, ...rest } = experiment();
const systemOf = (id: string) => systems.find((system) => system.id === id)!;
const compared = [systemOf('bm25'), systemOf('embedding')];

/** A result of systems that are those of the collection, under other names. */
const header = (key: string, named: Readonly<Record<string, string>>): ResultHeader =>
  ({
    key,
    createdAt: 1,
    queryCount: 12,
    spec: { ...rest, systems: Object.entries(named).map(([name, id]) => ({ ...systemOf(id), id: name })) },
    figures: { measure: 'nDCG@10', means: Object.fromEntries(Object.keys(named).map((name, i) => [name, i / 10])) },
  }) as unknown as ResultHeader;

it('the newest result that has the preferred system and another one is read, whatever the systems are called', () => {
  const results = [
    header('alone', { 'embedding, preferred blind': 'embedding' }),
    header('others', { bm25: 'bm25', ensemble: 'ensemble' }),
    // The names are exchanged: what a system is counts, not what it is called.
    header('both', { embedding: 'bm25', 'embedding, preferred blind': 'embedding', ensemble: 'ensemble' }),
    header('older', { bm25: 'bm25', embedding: 'embedding' }),
  ];
  expect(judgedPreference(results, compared, 'embedding')).toEqual({
    key: 'both',
    createdAt: 1,
    questions: 12,
    measure: 'nDCG@10',
    mean: 0.1,
    others: [{ id: 'bm25', mean: 0 }],
  });
  expect(judgedPreference(results.slice(0, 2), compared, 'embedding')).toBeNull();
});

it('a result without figures, of an earlier version, says nothing', () => {
  const { figures: _, ...before } = header('both', { bm25: 'bm25', embedding: 'embedding' });
  expect(judgedPreference([before as ResultHeader], compared, 'embedding')).toBeNull();
});
