import { describe, expect, it } from 'vitest';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { TARGETS } from '../../../../src/domain/handover/targets';
import { unreadSystem } from '../../../../src/domain/handover/unread-system';
import { system } from './make';

describe('a system before its collection is read', () => {
  const spec = { ks: [1, 10, 5], depth: 100, systems: [system()] } as unknown as ExperimentSpec;

  it('is asked for the deepest cut-off, in lists as deep as those of the run', () => {
    expect(unreadSystem(spec, system())).toMatchObject({
      k: Math.max(...spec.ks),
      dimensions: [null, null],
      fields: [],
    });
    expect(unreadSystem(spec, system()).depth).toBe(100);
  });

  it('is enough for a target to say what it refuses', () => {
    const voted = system({ fusion: { method: 'condorcet' } as never });
    for (const target of Object.values(TARGETS)) {
      expect(target.expressed(unreadSystem(spec, voted)).refusals).not.toEqual([]);
    }
  });
});
