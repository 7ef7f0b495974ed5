import { STAGE_IDS, type StageId } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { CountedQuestions } from '../../domain/evidence/counted';
import { fieldsOfExperiment } from '../../domain/experiment/missing';
import { cutsBySegments } from '../../domain/chunk/chunker-spec';
import { contentKey } from '../../base/hash';
import { PARTS, partsOf, soleRetriever } from '../../domain/experiment/parts';
import { segmenterIdentity } from '../../domain/text/segments';
import { readKey } from '../../domain/dataset/corpus';
import type { StageCorpus } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import { questionsKey } from '../kernel/questions';
import { stagesOf } from './parts';
import { type VersionedStage, versionOf } from './stage-context';

export function plannedStages(spec: ExperimentSpec, timed = false): StageId[] {
  const planned = new Set(['score', ...stagesOfAll(spec)]);
  if (timed && spec.systems.some((system) => soleRetriever(system)?.kind !== 'run')) planned.add('latency');
  if (planned.has('late-vectors')) planned.add('passage-vectors');
  return STAGE_IDS.filter((stage) => planned.has(stage));
}

const stagesOfAll = (spec: ExperimentSpec): VersionedStage[] =>
  spec.systems.flatMap((system) => stagesOf(system, spec));

const readsSegments = ({ systems }: ExperimentSpec): boolean =>
  systems.some(
    (system) =>
      (system.chunker && cutsBySegments(system.chunker)) ||
      partsOf(PARTS, system)
        .flatMap(({ entry, spec }) => entry.analyzers?.(spec) ?? [])
        .some(({ tokens }) => tokens === 'segmenter'),
  );

export async function experimentKey(
  ports: Ports,
  spec: ExperimentSpec,
  corpus: StageCorpus,
  questions: Questions,
  { judging }: Pick<CountedQuestions, 'judging'>,
): Promise<string> {
  const inputs = {
    spec,
    corpus: readKey(corpus, fieldsOfExperiment(spec)),
    questions: await questionsKey(questions),
    ...(judging ? { judging } : {}),
  };
  const segmenter = readsSegments(spec) ? { segmenter: segmenterIdentity() } : {};
  const version = versionOf(['score', ...stagesOfAll(spec)]);
  return contentKey({ ...inputs, ...segmenter, ...version, versions: ports.versions });
}
