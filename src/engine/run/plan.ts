import { STAGE_IDS, type StageId } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { fieldsOfExperiment } from '../../domain/experiment/missing';
import { cutsBySegments } from '../../domain/chunk/chunker-spec';
import { contentKey } from '../../base/hash';
import { PARTS, partsOf } from '../../domain/experiment/parts';
import { segmenterIdentity } from '../../domain/text/segments';
import type { Judgment, Need } from '../../base/types';
import { readKey } from '../../domain/dataset/corpus';
import type { StageCorpus } from '../kernel/corpus';
import { byUnits, linesHash, pacedMap, pacedSort, pacer } from '../kernel/pace';
import type { Ports } from '../kernel/ports';
import { stagesOf } from './parts';
import { type VersionedStage, versionOf } from './stage-versions';

/** The stages that an experiment goes through, in the order in which they run. */
export function plannedStages({ systems }: ExperimentSpec): StageId[] {
  const planned = new Set<VersionedStage>(['score', ...systems.flatMap(stagesOf)]);
  if (planned.has('late-vectors')) planned.add('passage-vectors');
  return STAGE_IDS.filter((stage) => planned.has(stage));
}

/** Hash of questions and judgments, whatever order they are listed in. */
export async function questionsKey({ queries, judgments, requirements = [] }: Questions): Promise<string> {
  const pace = pacer();
  const lines = [
    ...(await pacedMap(queries, ({ id, text }) => JSON.stringify([id, text]), pace)),
    ...(await pacedMap(judgments, judgmentLine, pace)),
    ...(await pacedMap(requirements, ({ query, needs }) => JSON.stringify([query, needs.map(needLine)]), pace)),
  ];
  return linesHash(await pacedSort(lines, byUnits, pace), pace);
}

const judgmentLine = ({ query, doc, grade, span }: Judgment): string =>
  JSON.stringify([query, doc, grade, ...(span ? [span.start, span.end] : [])]);

const needLine = ({ docs, places }: Need): unknown =>
  places ? [docs, places.map(({ doc, start, end }) => [doc, start, end])] : docs;

/** Whether the browser's own segmenter, which no version of ours names, takes texts apart in an experiment. */
const readsSegments = ({ systems }: ExperimentSpec): boolean =>
  systems.some(
    (system) =>
      (system.chunker && cutsBySegments(system.chunker)) ||
      partsOf(PARTS, system)
        .flatMap(({ entry, spec }) => entry.analyzers?.(spec) ?? [])
        .some(({ tokens }) => tokens === 'segmenter'),
  );

/** Key of a result: the same experiment on the same content by the same code has the same. */
export async function experimentKey(
  ports: Ports,
  spec: ExperimentSpec,
  corpus: StageCorpus,
  questions: Questions,
): Promise<string> {
  const inputs = { spec, corpus: readKey(corpus, fieldsOfExperiment(spec)), questions: await questionsKey(questions) };
  const segmenter = readsSegments(spec) ? { segmenter: segmenterIdentity() } : {};
  const version = versionOf(['score', ...spec.systems.flatMap(stagesOf)]);
  return contentKey({ ...inputs, ...segmenter, ...version, versions: ports.versions });
}
