import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';
import type { HandoverTarget } from '../../../../../src/domain/handover/target';
import { TARGETS } from '../../../../../src/domain/handover/targets';
import { handed, MIN_MAX, nothing } from '../make';

const LIBRARIES = ['langchain', 'llamaindex', 'haystack', 'chroma', 'ranx'] as const;

/** The program of a library for the nearest system that it can express. */
function program(id: (typeof LIBRARIES)[number], parts: Partial<SystemSpec> = {}): string {
  const target: HandoverTarget = TARGETS[id];
  const given = handed(parts);
  const system = { ...given, system: target.expressed(given).nearest! };
  const file = target.files(system, nothing([])).find(({ path }) => path.endsWith('.py'))!;
  return 'text' in file ? file.text : '';
}

const FUSIONS: readonly Partial<SystemSpec>[] = [
  {},
  { fusion: MIN_MAX },
  { fusion: { method: 'mnz', norm: 'max', absent: 'zero' } },
];

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('a program', () => {
  const isPython = (texts: readonly string[]): boolean =>
    spawnSync('python3', ['-c', 'import ast, json, sys; [ast.parse(each) for each in json.load(sys.stdin)]'], {
      input: JSON.stringify(texts),
    }).status === 0;

  it.skipIf(!hasPython)('for each library is Python, and what is broken is not', () => {
    expect(isPython(LIBRARIES.flatMap((id) => FUSIONS.map((parts) => program(id, parts))))).toBe(true);
    expect(isPython([program('ranx').replace('def fused(runs):', 'def fused(runs:')])).toBe(false);
  });

  it('for LangChain has the weights, the constant and the key by which passages are one', () => {
    const text = program('langchain');
    expect(text).toContain('WEIGHTS = [2, 1]\nCONSTANT = 60\nDEPTH = 100\nK = 10\n');
    expect(text).toMatch(/EnsembleRetriever\([^]*weights=WEIGHTS,\s+c=CONSTANT,\s+id_key="id",/);
  });

  it('for LlamaIndex has no weights of ranks, and those of scores', () => {
    expect(program('llamaindex')).toContain('MODE = "reciprocal_rerank"\nWEIGHTS = None');
    expect(program('llamaindex', { fusion: MIN_MAX })).toContain('MODE = "relative_score"\nWEIGHTS = [0.3, 0.7]');
  });

  it('for Haystack has weights that sum to 1', () => {
    expect(program('haystack')).toContain('WEIGHTS = [0.6666666666666666, 0.3333333333333333]');
    expect(program('haystack')).toContain('MODE = "reciprocal_rank_fusion"');
  });

  it('for Chroma counts ranks from 0, so that its constant is one more', () => {
    expect(program('chroma')).toContain('WEIGHTS = [2, 1]\nCONSTANT = 61\n');
  });

  it('for ranx names the method, the norm and the numbers', () => {
    expect(program('ranx', { fusion: MIN_MAX })).toContain(
      'METHOD = "wsum"\nNORM = "min-max"\nPARAMS = {"weights": [0.3, 0.7]}',
    );
    expect(program('ranx', { fusion: { method: 'rbc', persistence: 0.8 } })).toContain(
      'METHOD = "rbc"\nNORM = None\nPARAMS = {"phi": 0.8}',
    );
  });

  it('for ranx gives every run the questions of all, which a file has no line for where nothing was found', () => {
    expect(program('ranx')).toMatch(
      /alike = \[run\.make_comparable\(questions\) for run in runs\]\s+return fuse\(runs=alike/,
    );
  });

  it('checks itself on lists that another fusion orders otherwise', () => {
    const expected = (fusion: FusionSpec): string => /EXPECTED = (.*)/.exec(program('ranx', { fusion }))![1]!;
    const found = expected({ method: 'wsum', norm: 'min-max', absent: 'zero', weights: [1, 0] });
    expect(JSON.parse(found)).not.toEqual([]);
    expect(expected({ method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0, 1] })).not.toBe(found);
  });
});
