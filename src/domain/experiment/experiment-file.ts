import { readVersioned } from '../../base/file-version';
import { canonicalJson } from '../../base/hash';
import type { JsonProblem, Problem } from '../../base/problem';
import { type ExperimentProblems, type ExperimentSpec, parseExperiment } from './experiment';
import { type MissingData, missingFields, missingSupplied } from './missing';
import { type RetiredSystem, retiredSystems, withoutRetired } from './retired';
import { modelsOfSystem, type SystemSpec } from './parts';
import type { ModelCard, ModelTask, Pooling } from '../models/configuration';
import type { ModelSpec } from './retrievers';
import type { DenseSpec } from '../retrieval/retriever-spec';
import type { Sources } from './settings';

export const experimentFile = (spec: ExperimentSpec): string => `${JSON.stringify(spec, null, 2)}\n`;

export interface ExperimentFileData extends MissingData {
  'file-no-json': { reason: string };
  'file-version': { problem: string };
  'field-refused': JsonProblem<ExperimentProblems>;
  'system-retired': RetiredSystem;
  'model-not-here': { model: string };
  'model-revision': { model: string; asked: string; here: string };
  'model-pools': { model: string };
  'model-pooling-unsaid': { model: string; pooling: Pooling; normalise: boolean };
  'no-documents': null;
  'run-missing': { name: string };
  'run-changed': { name: string };
}

export type ExperimentFileProblem = Problem<ExperimentFileData>;

export type ReadExperiment =
  | { readonly ok: true; readonly spec: ExperimentSpec }
  | {
      readonly ok: false;
      readonly problems: readonly ExperimentFileProblem[];
      readonly rest?: ExperimentSpec;
    };

/** Refused where it names a model, run or other file that is missing here: it could not be reproduced. */
export function readExperiment(text: string, cards: readonly ModelCard[], sources: Sources): ReadExperiment {
  const read = readVersioned(text, 'experiment');
  if ('reason' in read) return { ok: false, problems: [{ code: 'file-no-json', data: read }] };
  if ('problem' in read) return { ok: false, problems: [{ code: 'file-version', data: read }] };
  const { json } = read;
  const retired = retiredSystems(json);
  if (retired.length > 0) return withoutSystems(json as { systems: readonly unknown[] }, retired, cards, sources);
  return readable(json, cards, sources);
}

function withoutSystems(
  json: { readonly systems: readonly unknown[] },
  retired: readonly RetiredSystem[],
  cards: readonly ModelCard[],
  sources: Sources,
): ReadExperiment {
  const problems = retired.map((data): ExperimentFileProblem => ({ code: 'system-retired', data }));
  const others = withoutRetired(json);
  if (others.systems.length === 0) return { ok: false, problems };
  const rest = readable(others, cards, sources);
  return rest.ok ? { ok: false, problems, rest: rest.spec } : { ok: false, problems: [...problems, ...rest.problems] };
}

function readable(json: unknown, cards: readonly ModelCard[], sources: Sources): ReadExperiment {
  const parsed = parseExperiment(json);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map((data) => ({ code: 'field-refused', data })) };
  const { systems } = parsed.spec;
  const problems: ExperimentFileProblem[] = [
    ...modelProblems(systems, cards),
    ...sourceProblems(systems, sources),
    ...(sources.supplied ? missingSupplied(systems, sources.supplied) : []),
    ...(sources.fields ? missingFields(systems, sources.fields) : []),
  ];
  const each = new Map(problems.map((problem) => [canonicalJson(problem), problem]));
  return each.size > 0 ? { ok: false, problems: [...each.values()] } : parsed;
}

const TASKS: Readonly<Record<ModelSpec['kind'], ModelTask>> = { dense: 'embedding', 'cross-encoder': 'reranking' };

const modelProblems = (systems: readonly SystemSpec[], cards: readonly ModelCard[]): ExperimentFileProblem[] =>
  systems.flatMap(modelsOfSystem).flatMap((asked): ExperimentFileProblem[] => {
    const { model, revision } = asked;
    const card = cards.find((each) => each.id === model && each.task === TASKS[asked.kind]);
    if (!card) return [{ code: 'model-not-here', data: { model } }];
    if (card.revision === revision) return asked.kind === 'dense' ? poolingProblems(asked, card) : [];
    return [{ code: 'model-revision', data: { model, asked: revision, here: card.revision } }];
  });

function poolingProblems(
  { pooling, normalise }: Pick<DenseSpec, 'pooling' | 'normalise'>,
  { id: model, reading }: ModelCard,
): ExperimentFileProblem[] {
  if (reading?.task !== 'embedding')
    return pooling === undefined && normalise === undefined ? [] : [{ code: 'model-pools', data: { model } }];
  if (pooling !== undefined && normalise !== undefined) return [];
  return [{ code: 'model-pooling-unsaid', data: { model, pooling: reading.pooling, normalise: reading.normalise } }];
}

const sourceProblems = (systems: readonly SystemSpec[], { documents, runs }: Sources): ExperimentFileProblem[] =>
  systems.flatMap(({ retrievers }) =>
    retrievers.flatMap((each): ExperimentFileProblem[] => {
      if (each.kind !== 'run') return documents ? [] : [{ code: 'no-documents', data: null }];
      const { name, hash } = each;
      const run = runs.find(({ system }) => system === name);
      if (run?.hash === hash) return [];
      return [{ code: run ? 'run-changed' : 'run-missing', data: { name } }];
    }),
  );
