import { describe, expect, it } from 'vitest';
import { PATHS } from '../../../../src/domain/workspace/manifest';
import { freeCollectionName, rescueOf } from '../../../../src/domain/workspace/rescue';

const paths = [
  PATHS.collection,
  PATHS.docs,
  PATHS.queries,
  PATHS.judgments,
  PATHS.acts,
  PATHS.annotations,
  PATHS.settings,
  PATHS.experiment(1),
  PATHS.result(1),
  PATHS.rankings(1, 1),
  PATHS.experiment(2),
  PATHS.result(2),
  PATHS.run(1),
  PATHS.runLists(1),
];
const without = (...lost: string[]) => rescueOf(paths, new Set(paths.filter((path) => !lost.includes(path))));

describe('what can be rescued', () => {
  it('is all of it where nothing is lost', () => {
    expect(without()).toEqual({ kept: new Set(paths), lost: [], possible: true });
  });

  it('is a result with its lists, or not at all', () => {
    const rescue = without(PATHS.rankings(1, 1));
    expect(rescue).toMatchObject({ lost: [{ part: 'results', count: 1 }], possible: true });
    expect([...rescue.kept].some((path) => path.startsWith('results/1/'))).toBe(false);
    expect(rescue.kept.has(PATHS.result(2))).toBe(true);
  });

  it('is nothing about questions without them', () => {
    const rescue = without(PATHS.acts);
    expect(rescue.lost).toEqual([
      { part: 'questions', count: 1 },
      { part: 'results', count: 2 },
      { part: 'notes', count: 1 },
    ]);
    expect([...rescue.kept]).toEqual([PATHS.collection, PATHS.docs, PATHS.settings, PATHS.run(1), PATHS.runLists(1)]);
  });

  it('is nothing without the documents', () => {
    expect(without(PATHS.docs).possible).toBe(false);
    expect(without(PATHS.collection).possible).toBe(false);
    expect(rescueOf([], new Set()).possible).toBe(false);
  });
});

it('a name gets the first number that is free', () => {
  expect(freeCollectionName('a', [])).toBe('a');
  expect(freeCollectionName('a', ['a', 'a (3)'])).toBe('a (2)');
  expect(freeCollectionName('a', ['a', 'a (2)', 'a (3)'])).toBe('a (4)');
  expect(freeCollectionName('a (2)', ['a (2)'])).toBe('a (2) (2)');
  expect(freeCollectionName('__proto__', ['__proto__'])).toBe('__proto__ (2)');
});
