import type { StageId } from '../contract/result';
import type { Questions } from '../contract/storage';
import type { ExperimentSpec } from '../domain/spec/experiment';
import { contentKey, hashText } from '../domain/spec/hash';
import type { Ports } from './ports';
import { STAGE_VERSION } from './stages/environment';

/** The stages that an experiment goes through, in the order in which they run. */
export function plannedStages(spec: ExperimentSpec): StageId[] {
  const retrievers = spec.systems.flatMap((system) => system.retrievers);
  const stages: StageId[] = [];
  if (retrievers.some(({ kind }) => kind !== 'dense' && kind !== 'run')) stages.push('lexical-index', 'lexical-search');
  if (retrievers.some(({ kind }) => kind === 'dense'))
    stages.push('passage-vectors', 'question-vectors', 'dense-search');
  if (spec.systems.some(({ fusion }) => fusion !== null)) stages.push('fuse');
  if (spec.systems.some(({ learned }) => learned !== null)) stages.push('learn');
  if (spec.systems.some(({ rerank }) => rerank !== null)) stages.push('rerank');
  return [...stages, 'score'];
}

/** How deep lists are retrieved: once, at the deepest cut that is asked of them. */
export function listDepth(spec: ExperimentSpec): number {
  return spec.lists === 'k' ? Math.max(...spec.ks) : spec.depth;
}

/** Hash of questions and judgments, whatever order they are listed in. */
export function questionsKey({ queries, judgments, requirements = [] }: Questions): string {
  const lines = [
    ...queries.map(({ id, text }) => JSON.stringify([id, text])),
    ...judgments.map(({ query, doc, grade }) => JSON.stringify([query, doc, grade])),
    ...requirements.map(({ query, needs }) => JSON.stringify([query, needs.map(({ docs }) => docs)])),
  ];
  return hashText(lines.sort().join('\n'));
}

/** Key of a result: the same experiment on the same content by the same code has the same. */
export function experimentKey(ports: Ports, spec: ExperimentSpec, corpusKey: string, questions: Questions): string {
  const inputs = { spec, corpus: corpusKey, questions: questionsKey(questions) };
  return contentKey({ ...inputs, version: STAGE_VERSION, versions: ports.versions });
}
