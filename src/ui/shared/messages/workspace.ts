import type { WorkspaceHolds } from '../../../contract/workspace';
import type { WorkspacePart, WorkspaceData, WorkspaceProblem } from '../../../domain/workspace/manifest';
import type { LostPart } from '../../../domain/workspace/rescue';
import { bytes, counted } from '../format';
import { type Catalogue, say } from './say';

const problems: Catalogue<WorkspaceData> = {
  'workspace-foreign': () => 'This is not a Hitrate workspace: it has no list of its contents.',
  'workspace-newer': ({ app, version, known }) =>
    `A later version of Hitrate (${app}) wrote this file. Its format is ${version}, and this version reads ${known}. Update Hitrate and open it again.`,
  'workspace-cut': () =>
    'The end of the file is missing or damaged, as after a download that was interrupted. Copy or download it again.',
  'workspace-unsafe': () => 'An entry of the file has a path that leads out of it, which Hitrate never writes.',
  'workspace-manifest': () => 'The list of its contents is damaged.',
  'workspace-bytes': (data) => `It unpacks to ${bytes(data.bytes)}, which is more than fits in a browser tab.`,
  'entry-missing': ({ path }) => `${path} is missing.`,
  'entry-altered': ({ path }) => `${path} is damaged or was changed after it was saved.`,
  'entry-invalid': ({ path, line, field, expected, found }) =>
    `${[path, ...(line ? [`line ${line}`] : []), ...(field ? [field] : [])].join(', ')}: Hitrate expected ${expected} and found ${found}. This part is left out.`,
  'figure-corrected': ({ path, field, expected, found }) =>
    `${path}, ${field}: the file says ${found}. It is ${expected}, which Hitrate shows.`,
};

export const workspaceProblem = (problem: WorkspaceProblem): string => say(problems, problem);

const LOST: Readonly<Record<WorkspacePart, (count: number) => string>> = {
  documents: () => 'the documents',
  questions: () => 'questions and judgments',
  results: (count) => counted(count, 'result'),
  'scored-by': () => 'the judgments that results were scored by',
  runs: (count) => counted(count, 'external run'),
  supplied: (count) =>
    counted(count, 'file of rewrites, vectors or contexts', 'files of rewrites, vectors or contexts'),
  notes: () => 'notes',
  settings: () => 'settings',
  stages: () => 'lists of single stages, which a run computes again',
  vectors: () => 'computed vectors, which a run computes again',
};

export const lostPart = ({ part, count }: LostPart): string => LOST[part](count);

export const heldParts = (holds: WorkspaceHolds): string[] => [
  holds.docs > 0 ? counted(holds.docs, 'document') : 'no documents',
  counted(holds.queries, 'question'),
  counted(holds.judgments, 'judgment'),
  counted(holds.results, 'result'),
  ...(holds.runs > 0 ? [counted(holds.runs, 'external run')] : []),
  ...(holds.vectors ? ['computed vectors'] : []),
];
