import { parseArgs } from 'node:util';
import { type SystemId, SYSTEM_IDS } from '../domain/experiment/system-ids';
import { ID_DIFFERENCES } from '../domain/dataset/runs/ids-apart';
import { OFFERED_TARGETS } from '../domain/handover/targets';
import { parseMeasures } from '../domain/measures/parse';
import { messageOf } from '../ui/shared/messages/message-of';
import { readChunkings } from '../ui/command-line/chunking-option';
import { closestWord } from '../ui/command-line/closest-word';
import type { CheckTarget, CommandPlan, EvaluationRequest } from '../ui/command-line/command';
import { mappingsOf } from './mappings';
import { GROUPS, type OptionName, OPTION_NAMES, OPTIONS } from './options';
import { problems as words } from '../ui/command-line/problem-texts';

type ReadArguments =
  | { readonly ok: true; readonly command: CommandPlan }
  | { readonly ok: true; readonly help: true }
  | { readonly ok: false; readonly problems: readonly string[] };

const DEFAULT_SEED = 42;

const CHECK_TARGETS = [
  ['summary', 'markdown'],
  ['junit', 'junit'],
  ['json', 'json'],
] as const;

/** Options that need something to evaluate, beside a model. */
const OF_COLLECTION: readonly OptionName[] = OPTION_NAMES.filter(
  (name) => !(name in GROUPS.run) && !['model', 'out'].includes(name),
);

const PARSED = Object.fromEntries(
  OPTION_NAMES.map((name) => [
    name,
    {
      type: OPTIONS[name].takes === 'switch' ? ('boolean' as const) : ('string' as const),
      ...(name === 'help' ? { short: 'h' } : {}),
    },
  ]),
);

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

function splitArguments(args: readonly string[]) {
  const { tokens } = parseArgs({ args: [...args], options: PARSED, strict: false, tokens: true });
  const positionals: string[] = [];
  const values = new Map<OptionName, string[]>();
  const problems: string[] = [];
  let unknown = -1;
  /** The value of a mistyped option is no file: the one problem would become two. */
  let stray = -1;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== stray) positionals.push(token.value);
    if (token.kind !== 'option' || token.index === unknown) continue;
    const { name, rawName, value, inlineValue, index } = token;
    if (!isOption(name) || (!rawName.startsWith('--') && name !== 'help')) {
      const typed = rawName.startsWith('--') ? rawName : args[index]!.split('=')[0]!;
      const meant = closestWord(typed.replace(/^-+/, ''), OPTION_NAMES) as OptionName | null;
      problems.push(words.unknownOption(typed, meant));
      unknown = index;
      if (meant !== null && OPTIONS[meant].takes !== 'switch') stray = index + 1;
      continue;
    }
    const { takes } = OPTIONS[name];
    const given = values.get(name) ?? [];
    values.set(name, given);
    if (takes === 'switch') {
      if (value !== undefined) problems.push(words.noValue(name));
    } else if (value === undefined || (!inlineValue && value.startsWith('--'))) problems.push(words.valueMissing(name));
    else {
      if (takes === 'one' && given.length > 0) problems.push(words.twice(name));
      given.push(value);
    }
  }
  return {
    positionals,
    /** In the order in which they were typed; a switch has none. */
    values,
    problems,
  };
}

/** What a person typed, as a command, with every problem that can be found before a file is opened. @param folder of paths */
export function readArguments(args: readonly string[], folder = '.'): ReadArguments {
  const { positionals, values, problems: unread } = splitArguments(args);
  if (values.has('help')) return { ok: true, help: true };
  const reader = new ValueReader(values);
  const checkFiles = reader.checkTargets();
  const command: CommandPlan = {
    inputs: positionals,
    questions: reader.all('questions'),
    contexts: reader.all('contexts'),
    models: reader.all('model'),
    request: requestOf(reader, folder),
    texts: withoutUndefined({ against: reader.text('against'), experiment: reader.text('experiment') }),
    // Beside a baseline nothing is written by itself: it would be overwritten by what is checked against it.
    out: reader.text('out') ?? (values.has('against') ? null : '.'),
    report: reader.text('report') ?? null,
    check: values.has('against') ? { files: checkFiles, printed: !values.has('summary') } : null,
    engine: engineOf(reader),
    fresh: values.has('fresh'),
  };
  const problems = [...unread, ...reader.problems, ...conflicts(command, values)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, command };
}

function requestOf(reader: ValueReader, folder: string): CommandPlan['request'] {
  const limit = reader.integer('generate-questions', 1);
  const seed = reader.integer('seed', 0) ?? DEFAULT_SEED;
  const chunkings = reader.all('chunking').flatMap((text) => text.split(',').map((each) => each.trim()));
  const read = readChunkings(chunkings, { cjk: false, encoders: null, contexts: null });
  if (!read.ok) reader.problems.push(read.problem);
  const measures = reader.measures('measures');
  const isCheck = reader.has('against');
  return withoutUndefined({
    systems: reader.systems(),
    ks: reader.integers('k'),
    split: reader.text('split'),
    match: reader.choice('match-ids', ID_DIFFERENCES),
    measures,
    relevance: reader.positive('relevance'),
    ownDocument: reader.has('ignore-identical-ids') ? ('leave-out' as const) : undefined,
    missing: reader.choice('missing', ['zero', 'skip'] as const),
    chunkings: chunkings.length > 0 ? chunkings : undefined,
    generate: limit === undefined ? undefined : { limit, seed },
    documents: reader.has('documents') || undefined,
    mappings: mappingsOf(reader.all('map'), folder, reader.problems),
    ignoreUnused: reader.has('ignore-unused') || undefined,
    measure: reader.measures('measure'),
    margin: reader.positive('margin'),
    checkOnly: (isCheck && !reader.has('out')) || undefined,
    report: reader.has('report') || undefined,
    reportPassages: reader.has('report-passages') || undefined,
    handover: handoverOf(reader),
  });
}

function handoverOf(reader: ValueReader): EvaluationRequest['handover'] {
  const target = reader.choice('handover', OFFERED_TARGETS);
  const system = reader.text('handover-system');
  if (target === undefined) return undefined;
  return {
    target,
    ...(system === undefined ? {} : { system }),
    passages: reader.has('handover-passages'),
    vectors: reader.has('handover-vectors'),
    approximate: reader.has('handover-approximate'),
  };
}

const DEFAULT_BATCH = 500;

function engineOf(reader: ValueReader): CommandPlan['engine'] {
  const address = reader.text('engine');
  const batch = reader.integer('batch', 1) ?? DEFAULT_BATCH;
  const passageVectors = reader.text('passage-vectors') ?? null;
  const questionVectors = reader.text('question-vectors') ?? null;
  const fusedBy = reader.choice('fusion', ['here', 'engine']) ?? 'here';
  if (address === undefined) return null;
  return { address, dryRun: reader.has('dry-run'), batch, passageVectors, questionVectors, fusedBy };
}

type Rule = readonly [of: OptionName, others: readonly OptionName[], problem: (name: OptionName) => string];

/** Options that have a use only beside another. */
const NEEDED: readonly Rule[] = [
  ['against', ['measure', 'margin', 'summary', 'junit', 'json'], words.needsAgainst],
  ['generate-questions', ['seed'], words.needsGeneration],
  ['report', ['report-passages'], words.needsReport],
  [
    'handover',
    ['handover-system', 'handover-passages', 'handover-vectors', 'handover-approximate'],
    words.needsHandover,
  ],
  ['engine', ['dry-run', 'batch', 'passage-vectors', 'question-vectors', 'fusion'], words.needsEngine],
];

/** Options that leave no room for others: an experiment holds what is run, and an engine has no documents of the page. */
const EXCLUDED: readonly Rule[] = [
  ['experiment', ['systems', 'chunking', 'k', 'measures', 'relevance', 'missing'], words.withExperiment],
  ['experiment', ['ignore-identical-ids'], words.withExperiment],
  ['questions', ['generate-questions'], words.twoSources],
  [
    'engine',
    ['questions', 'generate-questions', 'contexts', 'documents', 'chunking', 'model', 'report-passages', 'handover'],
    words.notBesideEngine,
  ],
  ['engine', ['match-ids'], words.notBesideEngine],
];

function conflicts(command: CommandPlan, values: ReadonlyMap<OptionName, readonly string[]>): string[] {
  const given = (names: readonly OptionName[]): OptionName | undefined => names.find((name) => values.has(name));
  const broken = [...NEEDED.filter(([of]) => !values.has(of)), ...EXCLUDED.filter(([of]) => values.has(of))];
  const problems: string[] = [];
  if (command.inputs.length === 0) {
    const name = given(OF_COLLECTION);
    if (command.models.length === 0) problems.push(words.noInput());
    else if (name) problems.push(words.nothingToMeasure(name));
  }
  for (const [, others, problem] of broken) {
    const name = given(others);
    if (name) problems.push(problem(name));
  }
  if (values.has('handover') && command.out === null) problems.push(words.handoverNeedsOut());
  if (values.has('engine') && values.has('passage-vectors') !== values.has('question-vectors'))
    problems.push(words.bothVectors());
  return problems;
}

class ValueReader {
  readonly problems: string[] = [];

  constructor(private readonly values: ReadonlyMap<OptionName, readonly string[]>) {}

  has(name: OptionName): boolean {
    return this.values.has(name);
  }

  all(name: OptionName): readonly string[] {
    const values = this.values.get(name) ?? [];
    if (values.some((value) => value.trim() === '')) this.problems.push(words.empty(name));
    return values;
  }

  text(name: OptionName): string | undefined {
    return this.all(name)[0];
  }

  integer(name: OptionName, least: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = wholeNumber(text);
    if (value === null || value < least) this.problems.push(words.wholeNumber(name, least, text));
    return value ?? undefined;
  }

  integers(name: OptionName): number[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const values = text.split(',').map(wholeNumber);
    if (values.some((value) => value === null || value < 1)) this.problems.push(words.wholeNumbers(name, text));
    return values.map((value) => value ?? 1);
  }

  positive(name: OptionName): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text.trim() || NaN);
    if (!(value > 0 && Number.isFinite(value))) this.problems.push(words.positiveNumber(name, text));
    return value;
  }

  choice<Value extends string>(name: OptionName, known: readonly Value[]): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = known.find((each) => each === text);
    if (value === undefined) this.problems.push(words.oneOf(name, known, text, closestWord(text, known)));
    return value;
  }

  systems(): SystemId[] | undefined {
    if (!this.has('systems')) return undefined;
    const typed = this.all('systems').flatMap((text) => text.split(',').map((each) => each.trim()));
    const isKnown = (id: string): id is SystemId => (SYSTEM_IDS as readonly string[]).includes(id);
    for (const id of typed)
      if (id !== '' && !isKnown(id))
        this.problems.push(words.unknownSystem(id, SYSTEM_IDS, closestWord(id, SYSTEM_IDS)));
    return [...new Set(typed.filter(isKnown))];
  }

  /** As they were typed, once they are known to be measures. */
  measures(name: OptionName): string | undefined {
    const text = this.text(name);
    const parsed = text === undefined || text.trim() === '' ? null : parseMeasures(text);
    if (parsed && !parsed.ok)
      this.problems.push(...parsed.problems.map((problem) => `--${name}: ${messageOf(problem)}`));
    return text;
  }

  checkTargets(): CheckTarget[] {
    return CHECK_TARGETS.flatMap(([name, text]) => {
      const path = this.text(name);
      return path === undefined ? [] : [{ path, text }];
    });
  }
}

const wholeNumber = (text: string): number | null => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null);

type Defined<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> };

function withoutUndefined<Shape extends object>(shape: Shape): Defined<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Defined<Shape>;
}
