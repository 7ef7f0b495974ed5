import * as v from 'valibot';
import { WORKSPACE_FORMAT } from './beginning';
import type { Problem } from '../../base/problem';
import { jsonOr } from '../../base/typed-json';

/** Entries of a workspace file. Where several make one thing, as a result does, they lie in one numbered folder. */
export const PATHS = {
  collection: 'collection.json',
  docs: 'documents.jsonl',
  acts: 'judging.jsonl',
  judges: 'judges.json',
  judgments: 'judgments.jsonl',
  annotations: 'notes/questions.json',
  judgingPlan: 'notes/judging.json',
  automaticJudges: 'notes/automatic-judges.json',
  blindComparisons: 'notes/blind-comparisons.jsonl',
  runNotes: 'notes/runs.json',
  queries: 'questions.jsonl',
  requirements: 'requirements.jsonl',
  settings: 'settings.json',
  stages: 'stages.jsonl',
  vectors: 'vectors.jsonl',
  experiment: (n: number) => `results/${n}/experiment.json`,
  result: (n: number) => `results/${n}/result.jsonl`,
  rankings: (n: number, m: number) => `results/${n}/rankings-${m}.jsonl`,
  learned: (n: number, m: number) => `results/${n}/learned-${m}.json`,
  scoredBy: (n: number) => `scored-by/${n}.json`,
  run: (n: number) => `runs/${n}/run.json`,
  runLists: (n: number) => `runs/${n}/lists.jsonl`,
  supplied: (n: number) => `supplied/${n}/about.json`,
  rewrites: (n: number) => `supplied/${n}/rewrites.jsonl`,
  contexts: (n: number) => `supplied/${n}/contexts.jsonl`,
  passageVectors: (n: number) => `supplied/${n}/passages.f32`,
  questionVectors: (n: number) => `supplied/${n}/questions.f32`,
} as const;

/** What a path of an entry is like: numbers are 1. */
export const formOf = (path: string): string => path.replace(/(?<=[/-])[1-9][0-9]{0,6}(?=[/.])/g, '1');

const FORMS = new Set(Object.values(PATHS).map((path) => (typeof path === 'string' ? path : path(1, 1))));

export const isEntryPath = (path: string): boolean => FORMS.has(formOf(path));

/** What a person would miss. */
export const WORKSPACE_PARTS = [
  'documents',
  'questions',
  'results',
  'scored-by',
  'runs',
  'supplied',
  'notes',
  'settings',
  'stages',
  'vectors',
] as const;
export type WorkspacePart = (typeof WORKSPACE_PARTS)[number];

const PART_OF: Readonly<Record<string, WorkspacePart>> = {
  [PATHS.collection]: 'documents',
  [PATHS.docs]: 'documents',
  [PATHS.acts]: 'questions',
  [PATHS.judges]: 'questions',
  [PATHS.judgments]: 'questions',
  [PATHS.queries]: 'questions',
  [PATHS.requirements]: 'questions',
  [PATHS.settings]: 'settings',
  [PATHS.stages]: 'stages',
  [PATHS.vectors]: 'vectors',
};

export const partOf = (path: string): WorkspacePart => PART_OF[path] ?? (path.split('/')[0] as WorkspacePart);

/** What is whole or lost together: a result with its lists, questions with their judgments. */
export function unitOf(path: string): string {
  const part = partOf(path);
  if (part === 'results' || part === 'runs' || part === 'supplied') return path.split('/').slice(0, 2).join('/');
  return part === 'notes' || part === 'scored-by' ? path : part;
}

/** Of no use without the questions that they are about. */
export const NEED_QUESTIONS: ReadonlySet<WorkspacePart> = new Set(['results', 'scored-by', 'notes', 'stages']);

/** Raised when a reader of today could not read what is written then. */
export const WORKSPACE_VERSION = 1;

export interface WorkspaceEntry {
  readonly path: string;
  /** Unpacked. */
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface WorkspaceManifest {
  readonly format: typeof WORKSPACE_FORMAT;
  readonly version: number;
  readonly app: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly name: string;
  readonly entries: readonly WorkspaceEntry[];
}

interface EntryFault {
  readonly path: string;
  /** Empty for the whole. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

export interface WorkspaceData {
  'workspace-foreign': null;
  'workspace-newer': { app: string; version: number; known: number };
  /** It is no whole zip: its end is missing. */
  'workspace-cut': null;
  'workspace-unsafe': null;
  /** Its list of contents is damaged, or does not fit the contents. */
  'workspace-manifest': null;
  /** Unpacked, more than fits in a tab. */
  'workspace-bytes': { bytes: number };
  'entry-missing': { path: string };
  'entry-altered': { path: string };
  /** Its bytes are as listed, and not what is written there. */
  'entry-invalid': EntryFault & { line?: number };
  /** A figure that was computed again. */
  'figure-corrected': EntryFault;
}

export type WorkspaceProblem = Problem<WorkspaceData>;

const text = v.pipe(v.string(), v.minLength(1));

const Head = v.object({ format: v.literal(WORKSPACE_FORMAT), version: v.number(), app: text });

const Manifest = v.object({
  ...Head.entries,
  created: v.pipe(v.string(), v.isoTimestamp()),
  name: v.string(),
  entries: v.array(
    v.object({
      path: v.pipe(v.string(), v.check(isEntryPath)),
      bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

/** @returns the problem where it is none that can be read: of another format, a later version, or damaged */
export function parseManifest(json: string): WorkspaceManifest | WorkspaceProblem {
  const value = jsonOr(json, null);
  const head = v.safeParse(Head, value);
  if (!head.success) return { code: 'workspace-foreign', data: null };
  const { app, version } = head.output;
  if (version > WORKSPACE_VERSION) return { code: 'workspace-newer', data: { app, version, known: WORKSPACE_VERSION } };
  const manifest = v.safeParse(Manifest, value);
  const damaged: WorkspaceProblem = { code: 'workspace-manifest', data: null };
  if (!manifest.success) return damaged;
  const paths = manifest.output.entries.map(({ path }) => path);
  return new Set(paths).size === paths.length ? manifest.output : damaged;
}
