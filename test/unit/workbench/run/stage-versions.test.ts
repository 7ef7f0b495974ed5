import { searchStages } from '../../../../src/workbench/run/stages/retrieve';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ResultRecord, StageId } from '../../../../src/contract/result';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { STAGE_REVISIONS, type VersionedStage, versionOf } from '../../../../src/workbench/run/stage-context';
import { bareSystem, DENSE, LIST_CHANGING_PARTS } from '../../system-parts';
import { experiment, keep, madeUp, openWorkshop, type Workshop, quiet } from '../workshop';

const revisions = STAGE_REVISIONS as Record<VersionedStage, number>;
const STAGES = Object.keys(STAGE_REVISIONS) as VersionedStage[];
/** As they are shipped. */
const RAISED = { ...STAGE_REVISIONS };

const { learned } = LIST_CHANGING_PARTS;
const spec: ExperimentSpec = {
  ...experiment({ ks: [5, 10], measures: [] }),
  systems: [
    { ...bareSystem, id: 'words' },
    { ...bareSystem, id: 'vectors', retrievers: [DENSE] },
    { ...bareSystem, id: 'learned', retrievers: [...bareSystem.retrievers, DENSE], learned },
    { ...bareSystem, id: 'reranked', rerank: { ...LIST_CHANGING_PARTS.rerank, revision: 'r1' } },
  ],
};

/** What is computed anew where a stage is raised: that and what is built on it. */
const COMPUTED: Readonly<Partial<Record<VersionedStage, readonly StageId[]>>> = {
  'lexical-index': ['lexical-index', 'lexical-search'],
  'lexical-search': ['lexical-search'],
  'passage-vectors': ['passage-vectors', 'dense-search'],
  'question-vectors': ['question-vectors', 'dense-search'],
  'dense-search': ['dense-search'],
  'term-counts': ['learn'],
  learn: ['learn'],
  rerank: ['rerank'],
  score: [],
};

let workshop: Workshop;
let id: string;
let first: ResultRecord;
const run = (of: ExperimentSpec = spec): Promise<ResultRecord> =>
  createWorkbench(workshop.ports).runs.run(id, of, quiet);
const computed = ({ counts }: ResultRecord): StageId[] =>
  counts.flatMap((each) => (each.computed > 0 && !['fuse', 'score'].includes(each.stage) ? [each.stage] : []));

beforeAll(async () => {
  workshop = await openWorkshop();
  ({ id } = await keep(workshop, madeUp(30, 12)));
  first = await run();
});
afterEach(() => {
  Object.assign(revisions, RAISED);
});

describe('the version of a stage', () => {
  it('is that which all stages shared, as long as none was raised', () => {
    expect(versionOf([])).toEqual({ version: 3 });
    expect(versionOf(STAGES.filter((stage) => RAISED[stage] === 0))).toEqual({ version: 3 });
  });

  it.each([
    [{ kind: 'term-graph' }, ['lexical-index', 'lexical-search']],
    [DENSE, ['passage-vectors', 'question-vectors', 'dense-search']],
    [{ kind: 'file-vectors' }, ['dense-search']],
    [{ kind: 'rewritten', retriever: DENSE }, ['passage-vectors', 'question-vectors', 'dense-search']],
  ])('is of the stages that compute a list: %j', (retriever, stages) =>
    expect(searchStages(retriever as never)).toEqual(stages),
  );

  it('is another as soon as one is raised that it is built on, named once or twice', () => {
    revisions.rerank = 1;
    revisions.fuse = 2;
    expect(versionOf(['rerank'])).toEqual({ version: 3, revisions: { rerank: 1 } });
    expect(versionOf(['fuse', 'rerank', 'fuse'])).toEqual({ version: 3, revisions: { fuse: 2, rerank: 1 } });
    expect(versionOf(['learn'])).toEqual({ version: 3 });
  });
});

describe('a raised stage', () => {
  it.each(STAGES)('%s is computed anew with what is built on it, and nothing else is', async (stage) => {
    revisions[stage] = RAISED[stage] + 1;
    const again = await run();
    const built = COMPUTED[stage];
    expect(again.key === first.key).toBe(built === undefined);
    expect(computed(again)).toEqual(built ?? []);
    expect(again.systems.map(({ measures }) => measures)).toEqual(first.systems.map(({ measures }) => measures));
  });

  it.each(['chunking', 'late-vectors', 'filter', 'fuse', 'boost'] as const)(
    '%s makes another result of an experiment that has it',
    async (stage) => {
      const { filter, boost, crossFitted } = LIST_CHANGING_PARTS;
      const two = [...bareSystem.retrievers, { ...DENSE }];
      const own: ExperimentSpec = {
        ...spec,
        systems: [
          {
            'late-vectors': {
              ...bareSystem,
              retrievers: [DENSE],
              chunker: { ...DEFAULT_CHUNKER, late: true as const },
            },
            chunking: { ...bareSystem, chunker: DEFAULT_CHUNKER },
            filter: { ...bareSystem, filter },
            boost: { ...bareSystem, boost },
            fuse: { ...bareSystem, retrievers: two, crossFitted },
          }[stage],
        ],
      };
      const described = madeUp(30, 12);
      const metadata = (i: number) => ({ category: i % 2 === 0 ? 'a' : 'b', year: 1990 + i });
      ({ id } = await keep(workshop, {
        ...described,
        docs: described.docs.map((doc, i) => ({ ...doc, metadata: metadata(i) })),
      }));
      const before = await run(own);
      revisions[stage] = 1;
      expect((await run(own)).key).not.toBe(before.key);
    },
  );
});
