/** Parts of the help, in its order. */
export const OPTION_GROUPS = ['input', 'systems', 'measures', 'output', 'check', 'engine', 'run'] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

interface OptionShape {
  readonly group: OptionGroup;
  /** `switch` takes no value; `list` may be given several times. */
  readonly takes: 'switch' | 'one' | 'list';
}

/** Every option of the command. Its words are in `help-text.ts`, how a value is read in `read-arguments.ts`. */
export const OPTIONS = {
  questions: { group: 'input', takes: 'list' },
  'generate-questions': { group: 'input', takes: 'one' },
  seed: { group: 'input', takes: 'one' },
  contexts: { group: 'input', takes: 'list' },
  documents: { group: 'input', takes: 'switch' },
  split: { group: 'input', takes: 'one' },
  systems: { group: 'systems', takes: 'list' },
  chunking: { group: 'systems', takes: 'list' },
  model: { group: 'systems', takes: 'list' },
  experiment: { group: 'systems', takes: 'one' },
  measures: { group: 'measures', takes: 'one' },
  k: { group: 'measures', takes: 'one' },
  relevance: { group: 'measures', takes: 'one' },
  missing: { group: 'measures', takes: 'one' },
  out: { group: 'output', takes: 'one' },
  report: { group: 'output', takes: 'one' },
  'report-passages': { group: 'output', takes: 'switch' },
  handover: { group: 'output', takes: 'one' },
  'handover-system': { group: 'output', takes: 'one' },
  'handover-passages': { group: 'output', takes: 'switch' },
  'handover-vectors': { group: 'output', takes: 'switch' },
  'handover-approximate': { group: 'output', takes: 'switch' },
  against: { group: 'check', takes: 'one' },
  measure: { group: 'check', takes: 'one' },
  margin: { group: 'check', takes: 'one' },
  summary: { group: 'check', takes: 'one' },
  junit: { group: 'check', takes: 'one' },
  json: { group: 'check', takes: 'one' },
  engine: { group: 'engine', takes: 'one' },
  'dry-run': { group: 'engine', takes: 'switch' },
  batch: { group: 'engine', takes: 'one' },
  'passage-vectors': { group: 'engine', takes: 'one' },
  'question-vectors': { group: 'engine', takes: 'one' },
  fusion: { group: 'engine', takes: 'one' },
  fresh: { group: 'run', takes: 'switch' },
  help: { group: 'run', takes: 'switch' },
} as const satisfies Readonly<Record<string, OptionShape>>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];
