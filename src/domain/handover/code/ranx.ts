import type { FusionMethod, FusionSpec } from '../../fusion/fusion-spec';
import { expressedFusion, minMaxSum } from '../fusions';
import { codeTarget, python, scoresOf } from './code-target';

/** What ranx calls a method, the policy for absent passages that it has, and how it names the numbers. */
interface RanxMethod {
  readonly name: string;
  readonly absent?: 'zero' | 'skip';
  readonly numbers?: Readonly<Record<string, string>>;
}

const WEIGHTS = { weights: 'weights' };

const METHODS: { readonly [Method in FusionMethod]?: RanxMethod } = {
  wsum: { name: 'wsum', absent: 'zero', numbers: WEIGHTS },
  wmnz: { name: 'wmnz', absent: 'zero', numbers: WEIGHTS },
  mixed: { name: 'mixed', absent: 'zero', numbers: WEIGHTS },
  sum: { name: 'sum', absent: 'zero' },
  mnz: { name: 'mnz', absent: 'zero' },
  gmnz: { name: 'gmnz', absent: 'zero', numbers: { gamma: 'gamma' } },
  anz: { name: 'anz', absent: 'skip' },
  max: { name: 'max', absent: 'skip' },
  med: { name: 'med', absent: 'skip' },
  min: { name: 'min', absent: 'skip' },
  rrf: { name: 'rrf', numbers: { constant: 'k' } },
  isr: { name: 'isr' },
  'log-isr': { name: 'log_isr' },
  'logn-isr': { name: 'logn_isr', numbers: { sigma: 'sigma' } },
  rbc: { name: 'rbc', numbers: { persistence: 'phi' } },
  bordafuse: { name: 'bordafuse' },
  'w-bordafuse': { name: 'w_bordafuse', numbers: WEIGHTS },
};

const NORMS = ['none', 'min-max', 'min-max-inverted', 'max', 'sum', 'zmuv', 'rank', 'borda'];

const hasFusion = (spec: FusionSpec): boolean => {
  const method = METHODS[spec.method];
  if (!method) return false;
  const normIsThere = !('norm' in spec) || (typeof spec.norm === 'string' && NORMS.includes(spec.norm));
  return normIsThere && (!('absent' in spec) || spec.absent === method.absent);
};

function paramsOf(fusion: FusionSpec): Record<string, unknown> {
  const numbers = METHODS[fusion.method]?.numbers ?? {};
  return Object.fromEntries(
    Object.entries(numbers).map(([own, theirs]) => [theirs, (fusion as Readonly<Record<string, unknown>>)[own]]),
  );
}

/** `fuse` of ranx: the methods of Hitrate are held to it. Its reciprocal rank fusion has no weights. */
export const RANX = codeTarget({
  name: 'ranx_fuse',
  engine: null,
  packages: ['ranx>=0.3.20'],
  fusion: expressedFusion({ constant: { least: 0 }, weights: false }, hasFusion, minMaxSum),
  program: ({ fusion, k, check }) => `import sys

from ranx import Qrels, Run, fuse

METHOD = ${python(fusion ? (METHODS[fusion.method]?.name ?? null) : null)}
NORM = ${python(fusion && 'norm' in fusion && fusion.norm !== 'none' ? fusion.norm : null)}
PARAMS = ${python(fusion ? paramsOf(fusion) : {})}
K = ${k}


def fused(runs):
    if METHOD is None:
        return runs[0]
    # A file has no line for a question without results, and ranx fuses runs of the same questions.
    questions = Qrels({each: {"any": 1} for run in runs for each in run.keys()})
    alike = [run.make_comparable(questions) for run in runs]
    return fuse(runs=alike, norm=NORM, method=METHOD, params=PARAMS)


LISTS = ${python(scoresOf(check.lists))}
EXPECTED = ${python(check.expected.slice(0, k))}

if __name__ == "__main__":
    if len(sys.argv) > 2:
        *files, out = sys.argv[1:]
        fused([Run.from_file(file, kind="trec") for file in files]).save(out, kind="trec")
    else:
        found = fused([Run({"question": scores}) for scores in LISTS])["question"]
        ids = sorted(found, key=found.get, reverse=True)
        assert ids[: len(EXPECTED)] == EXPECTED, ids
        print("OK", ids)
`,
});
