import { describe, expect, it } from 'vitest';
import { SYSTEM_IDS } from '../../../../src/domain/experiment/system-ids';
import type { Preferences } from '../../../../src/ui/shared/preferences';
import { SystemColours } from '../../../../src/ui/shared/system-colours';

function kept(): Preferences {
  const values = new Map<string, string>();
  return {
    read: (key): unknown => JSON.parse(values.get(key) ?? 'null'),
    write: (key, value) => void values.set(key, JSON.stringify(value)),
  };
}

const coloursOf = (colours: SystemColours, systems: readonly string[]) => systems.map((system) => colours.of(system));

describe('the colour of a system', () => {
  it('is the first six for the ready-made systems, whichever of them is seen', () => {
    const colours = new SystemColours(kept(), 'a');
    colours.see(['ensemble', 'own']);
    expect(coloursOf(colours, SYSTEM_IDS)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(colours.variable('ensemble')).toBe('--sys-3');
  });

  it('is the same with every chunking', () => {
    const colours = new SystemColours(kept(), 'a');
    colours.see(['own · whole', 'bm25 · whole']);
    expect(coloursOf(colours, ['own · recursive 1000/100', 'own', 'bm25 · whole'])).toEqual([7, 7, 1]);
  });

  it('follows the order of first appearance, and stays when other systems are seen first later', () => {
    const preferences = kept();
    new SystemColours(preferences, 'a').see(['x', 'bm25', 'y']);
    const later = new SystemColours(preferences, 'a');
    later.see(['z', 'y', 'x']);
    expect(coloursOf(later, ['x', 'y', 'z'])).toEqual([7, 8, 9]);
    expect(coloursOf(new SystemColours(preferences, 'a'), ['z', 'y', 'x'])).toEqual([9, 8, 7]);
  });

  it('is of a collection', () => {
    const preferences = kept();
    new SystemColours(preferences, 'a').see(['x', 'y']);
    new SystemColours(preferences, 'b').see(['y']);
    expect(new SystemColours(preferences, 'a').of('y')).toBe(8);
    expect(new SystemColours(preferences, 'b').of('y')).toBe(7);
  });

  it('is that of a group where more than twelve are shown', () => {
    const colours = new SystemColours(kept(), 'a');
    const many = [...SYSTEM_IDS, ...Array.from({ length: 8 }, (_, i) => `own-${i}`)];
    colours.see(many);
    expect(coloursOf(colours, many)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, null, null]);
    expect(colours.variable('own-7')).toBe('--ink-3');
    // Nothing that has a colour loses it for one of many.
    colours.see([...many, 'own-8']);
    expect(colours.of('own-0')).toBe(7);
  });

  it('is taken over from a system that is not shown, once all twelve are given', () => {
    const colours = new SystemColours(kept(), 'a');
    colours.see(Array.from({ length: 6 }, (_, i) => `own-${i}`));
    colours.see(['bm25', 'own-0', 'late']);
    expect(colours.of('own-0')).toBe(7);
    expect(colours.of('late')).toBe(8);
    expect(colours.of('own-1')).toBeNull();
    // One that is drawn and was not announced takes none away.
    expect(colours.of('later')).toBeNull();
  });

  it('survives preferences that are damaged', () => {
    for (const damaged of [null, 'x', { a: null }, { a: { x: 3, y: 'red', z: 99 } }]) {
      const colours = new SystemColours({ read: () => damaged, write: () => undefined }, 'a');
      expect(coloursOf(colours, ['x', 'y'])).toEqual([7, 8]);
    }
  });
});
