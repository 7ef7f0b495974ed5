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
  /** @param n from 1 */
  experiment: (n: number) => `results/${n}/experiment.json`,
  result: (n: number) => `results/${n}/result.jsonl`,
  /** @param m place of the system in the experiment, from 1 */
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

const NUMBER = '[1-9][0-9]{0,6}';

const KNOWN = [
  /^(?:collection|judges|settings)\.json$/,
  /^(?:documents|judging|judgments|questions|requirements|stages|vectors)\.jsonl$/,
  /^notes\/(?:automatic-judges|judging|questions|runs)\.json$/,
  /^notes\/blind-comparisons\.jsonl$/,
  new RegExp(
    `^results/${NUMBER}/(?:experiment\\.json|result\\.jsonl|rankings-${NUMBER}\\.jsonl|learned-${NUMBER}\\.json)$`,
  ),
  new RegExp(`^scored-by/${NUMBER}\\.json$`),
  new RegExp(`^runs/${NUMBER}/(?:run\\.json|lists\\.jsonl)$`),
  new RegExp(`^supplied/${NUMBER}/(?:about\\.json|rewrites\\.jsonl|contexts\\.jsonl|passages\\.f32|questions\\.f32)$`),
];

export const isEntryPath = (path: string): boolean => KNOWN.some((known) => known.test(path));

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
