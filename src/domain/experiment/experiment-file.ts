import { versionProblem } from '../../base/file-version';
import type { JsonProblem } from '../../base/problem';
import { type ExperimentProblems, type ExperimentSpec, parseExperiment } from './experiment';
import { missingSupplied } from './supplied-files';
import { missingFields } from './fields-read';
import { modelsOfSystem } from './parts';
import type { DenseSpec } from '../retrieval/retriever-spec';
import type { ModelCard } from '../models/card';
import type { Sources } from './settings';

/** An experiment as a file. */
export const experimentFile = (spec: ExperimentSpec): string => `${JSON.stringify(spec, null, 2)}\n`;

export type ReadExperiment =
  | { readonly ok: true; readonly spec: ExperimentSpec }
  | { readonly ok: false; readonly problems: readonly (string | JsonProblem<ExperimentProblems>)[] };

/**
 * Reads an experiment from a file, for what is here: it is refused where it names a model, a revision of a model, a run
 * or a brought file that is not, since then its numbers could not be those that it had.
 */
export function readExperiment(text: string, cards: readonly ModelCard[], sources: Sources): ReadExperiment {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [`This is no JSON: ${(error as Error).message}.`] };
  }
  // A newer file is refused for its version, not for the fields that are unknown here.
  const newer = versionProblem(json, 'experiment');
  if (newer !== null) return { ok: false, problems: [`${newer}.`] };
  const parsed = parseExperiment(json);
  if (!parsed.ok)
    return { ok: false, problems: parsed.problems.map((each) => ({ ...each, path: each.path || 'file' })) };
  const lacking = [
    ...(sources.supplied ? missingSupplied(parsed.spec.systems, sources.supplied) : []),
    ...(sources.fields ? missingFields(parsed.spec.systems, sources.fields) : []),
  ];
  const problems = [
    ...new Set([...modelProblems(parsed.spec, cards), ...sourceProblems(parsed.spec, sources), ...lacking]),
  ];
  return problems.length > 0 ? { ok: false, problems } : parsed;
}

function modelProblems({ systems }: ExperimentSpec, cards: readonly ModelCard[]): string[] {
  return systems.flatMap(modelsOfSystem).flatMap((asked) => {
    const { model, revision } = asked;
    const task = asked.kind === 'dense' ? 'embedding' : 'reranking';
    const card = cards.find((each) => each.id === model && each.task === task);
    if (!card) return [`The model “${model}” is not here.`];
    if (card.revision === revision) return asked.kind === 'dense' ? pooledProblems(asked, card) : [];
    return [
      `The file names another revision of “${model}” (${revision.slice(0, 12)}) than is here ` +
        `(${card.revision.slice(0, 12)}): its numbers would be others. Change the revision in the file to run it so.`,
    ];
  });
}

/** Pooling and scaling are in no revision of a model, so a file must say them; of a bundled model they are in its graph. */
function pooledProblems({ pooling, normalise }: Pick<DenseSpec, 'pooling' | 'normalise'>, card: ModelCard): string[] {
  if (card.reading?.task !== 'embedding')
    return pooling === undefined && normalise === undefined
      ? []
      : [`“${card.id}” pools and scales by itself: leave pooling and normalise out of the file.`];
  if (pooling !== undefined && normalise !== undefined) return [];
  return [
    `The file does not say how “${card.id}” makes one vector of those of its tokens: write its pooling ` +
      `(“${card.reading.pooling}” here) and normalise (${card.reading.normalise} here) beside its revision.`,
  ];
}

function sourceProblems({ systems }: ExperimentSpec, { documents, runs }: Sources): string[] {
  return systems.flatMap(({ retrievers }) =>
    retrievers.flatMap((each) => {
      if (each.kind !== 'run')
        return documents ? [] : ['This collection has no documents, so nothing can be retrieved here.'];
      const run = runs.find(({ system }) => system === each.name);
      if (!run) return [`The run “${each.name}” is not among those of this collection: add it first.`];
      return run.hash === each.hash
        ? []
        : [`The run “${each.name}” of this collection is another one than the file means.`];
    }),
  );
}
