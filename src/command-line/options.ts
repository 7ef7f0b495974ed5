import { OFFERED_TARGETS } from '../domain/handover/targets';

const OPTION_GROUPS = ['input', 'systems', 'measures', 'output', 'check', 'engine', 'run'] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

export interface OptionShape {
  readonly group: OptionGroup;
  /** `switch` takes no value; `list` may be given several times. */
  readonly takes: 'switch' | 'one' | 'list';
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly about: string;
}

export const OPTIONS = {
  questions: {
    group: 'input',
    takes: 'list',
    value: 'FILE',
    about: 'questions with the passages that answer them, as the page imports them (CSV, JSON, JSON Lines); repeatable',
  },
  'generate-questions': {
    group: 'input',
    takes: 'one',
    value: 'N',
    about: 'makes at most N questions from the documents; the results mark them',
  },
  seed: { group: 'input', takes: 'one', value: '42', about: 'which of the possible questions are made' },
  contexts: {
    group: 'input',
    takes: 'list',
    value: 'FILE',
    about:
      'what stands before passages in what is indexed, written elsewhere, as the page imports it; --chunking names it',
  },
  documents: {
    group: 'input',
    takes: 'switch',
    about: 'reads files as documents that would be read as a collection (tables, JSON Lines)',
  },
  split: {
    group: 'input',
    takes: 'one',
    value: 'test',
    about: 'which judgments, where a collection has several splits',
  },
  systems: {
    group: 'systems',
    takes: 'list',
    value: 'bm25,embedding,…',
    about: 'all six where none is named; runs are always evaluated',
  },
  chunking: {
    group: 'systems',
    takes: 'list',
    value: 'recursive:1000/100',
    about:
      'how documents are cut into passages; several are compared. Also sentences:1000/1, tokens:256/32, headings:2/2000, window:1000/100, whole; the sets sizes, ways, overlaps, contexts; with :+title, :+headings, :+sentence, :+FILE of --contexts, :late',
  },
  model: {
    group: 'systems',
    takes: 'list',
    value: 'FOLDER',
    about: 'a model as a folder or zip: measured (agreement with WASM, speed), then compared; repeatable',
  },
  experiment: {
    group: 'systems',
    takes: 'one',
    value: 'FILE.json',
    about: 'as the page exports it: run as it is, instead of the options above and below',
  },
  measures: {
    group: 'measures',
    takes: 'one',
    value: 'nDCG@10,MAP,…',
    about: 'instead of Hit Rate, MRR, precision, recall, F1 and nDCG at every k, and MAP',
  },
  k: { group: 'measures', takes: 'one', value: '1,2,3,4,5,10', about: 'cut-offs' },
  relevance: { group: 'measures', takes: 'one', value: '1', about: 'lowest grade that counts as relevant' },
  missing: {
    group: 'measures',
    takes: 'one',
    value: 'zero|skip',
    about: 'questions without results count as 0 (RBPresidual: 1), or are left out',
  },
  out: {
    group: 'output',
    takes: 'one',
    value: 'FOLDER',
    about: 'where results.csv and results.json go; the current folder if absent',
  },
  report: {
    group: 'output',
    takes: 'one',
    value: 'FILE.html',
    about: 'the finding as one file that is read without a script: no question, no passage',
  },
  'report-passages': {
    group: 'output',
    takes: 'switch',
    about: 'puts examples of missed questions and their passages into the report',
  },
  handover: {
    group: 'output',
    takes: 'one',
    value: 'ENGINE',
    about: `the recommended system for an engine, in the folder handover-ENGINE of --out: ${OFFERED_TARGETS.join(', ')}`,
  },
  'handover-system': {
    group: 'output',
    takes: 'one',
    value: 'ID',
    about: 'another system than the recommended one, by its id in the results',
  },
  'handover-passages': {
    group: 'output',
    takes: 'switch',
    about: 'passages, their metadata and terms are in the files too',
  },
  'handover-vectors': { group: 'output', takes: 'switch', about: 'vectors of the passages are in the files too' },
  'handover-approximate': {
    group: 'output',
    takes: 'switch',
    about: 'vectors are searched by an approximate index of the engine, which is not measured here',
  },
  against: {
    group: 'check',
    takes: 'one',
    value: 'results.json',
    about: 'the baseline; nothing else is written unless --out says where',
  },
  measure: {
    group: 'check',
    takes: 'one',
    value: 'nDCG@10,…',
    about: 'measures that are checked; nDCG@10 where none is named',
  },
  margin: {
    group: 'check',
    takes: 'one',
    value: '.02',
    about: 'exits 1 where a loss as large as this cannot be ruled out, instead of a significant one',
  },
  summary: { group: 'check', takes: 'one', value: 'FILE.md', about: 'Markdown; printed if absent' },
  junit: { group: 'check', takes: 'one', value: 'FILE.xml', about: 'JUnit XML, a case for each system and measure' },
  json: { group: 'check', takes: 'one', value: 'FILE.json', about: 'the same with all digits' },
  engine: {
    group: 'engine',
    takes: 'one',
    value: 'URL',
    about:
      'creates an index on this engine, fills it and asks it: postgresql://…, opensearch+https://…, elasticsearch+https://… or qdrant+https://…; credentials come from the environment alone',
  },
  'dry-run': { group: 'engine', takes: 'switch', about: 'shows every request to the engine, and sends none' },
  batch: { group: 'engine', takes: 'one', value: '500', about: 'passages in a request to the engine' },
  'passage-vectors': {
    group: 'engine',
    takes: 'one',
    value: 'FILE.npy',
    about: 'vectors of the passages, row by row in their order, instead of those of an embedding model',
  },
  'question-vectors': {
    group: 'engine',
    takes: 'one',
    value: 'FILE.npy',
    about: 'vectors of the judged questions, in their order',
  },
  fusion: {
    group: 'engine',
    takes: 'one',
    value: 'here',
    about:
      'what joins the lists of a system: Hitrate, or the engine in its own search (`engine`); one that it cannot compute is then refused',
  },
  fresh: {
    group: 'run',
    takes: 'switch',
    about: 'begins anew, where an interrupted run of the same files would resume; removes their index from the engine',
  },
  help: { group: 'run', takes: 'switch', about: 'this text' },
} as const satisfies Readonly<Record<string, OptionShape>>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

const GROUP_TITLES: Readonly<Record<OptionGroup, string>> = {
  input: 'What is read',
  systems: 'What is compared',
  measures: 'How it is measured',
  output: 'What is written',
  check: 'A check against an earlier results.json, for continuous integration',
  engine: 'Beyond one machine: an engine searches, and Hitrate scores',
  run: 'The run',
};

/** By command, what it is for. The page of the documentation has them too; a test keeps both the same, and parses them. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'hitrate my-collection': 'A collection with questions and judgments (BEIR, LlamaIndex, TREC …)',
  'hitrate manuals --questions questions.csv --systems bm25,embedding': 'A folder of documents, with your questions',
  'hitrate manuals --generate-questions 60 --out results': 'A folder of documents alone: questions are made from them',
  'hitrate manuals --questions questions.csv --chunking recursive:500/50,recursive:1000/100,headings':
    'Which chunking?',
  'hitrate --model my-model': 'Is this model of mine good, and fast?',
  'hitrate my-collection --systems bm25,embedding --model my-model':
    'Is it better than the bundled one on my documents?',
  'hitrate qrels.txt a.run b.run --measures nDCG@10,MAP,MRR@10': 'Runs of other engines, with their judgments',
  'hitrate my-collection --systems bm25 --against baseline/results.json --summary check.md':
    'In continuous integration: fail where quality was lost',
  'hitrate my-collection --handover opensearch --handover-passages --handover-vectors --out results':
    'The best system for a serving engine',
  'hitrate my-collection --systems bm25,embedding --engine postgresql://localhost:5432/mine':
    'More passages than a browser holds: an engine searches, Hitrate scores',
  'hitrate my-collection --report report.html': 'A report to send around',
};

const EXIT_CODES = [
  '0    done; with --against: nothing was lost',
  '1    failed; with --against: quality was lost',
  '2    bad input or arguments: nothing was written',
  '3    with --against: failed',
  '130  interrupted: the same command resumes',
];

/** @param width columns of the terminal */
export function helpText(width = 100): string {
  const options = OPTION_GROUPS.map((group) => {
    const lines = OPTION_NAMES.filter((name) => OPTIONS[name].group === group).flatMap((name) =>
      optionLines(name, width),
    );
    return [`${GROUP_TITLES[group]}:`, ...lines].join('\n');
  });
  const examples = Object.entries(EXAMPLES).map(([command, about]) => `  ${about}:\n    ${command}`);
  return `${[
    'Which retriever is best for my documents? Evaluates without a screen, on this machine alone.',
    'Usage:\n  hitrate COLLECTION [options]        a folder, a zip, or the files themselves\n  hitrate DOCUMENTS --questions FILE   Markdown, HTML, PDF, DOCX, text, CSV …\n  hitrate QRELS RUN [RUN …]            runs of other engines\n  hitrate --model FOLDER               measures a model',
    'In a checkout: npx hitrate …, or npm run evaluate -- …',
    ...options,
    `Examples:\n${examples.join('\n')}`,
    `Exit codes:\n${EXIT_CODES.map((line) => `  ${line}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

const INDENT = 34;

function optionLines(name: OptionName, width: number): string[] {
  const { value, about }: OptionShape = OPTIONS[name];
  const head = `  ${name === 'help' ? '-h, ' : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
  const lines = wrapped(about, Math.max(30, width - INDENT));
  const pad = ' '.repeat(INDENT);
  return head.length < INDENT - 1
    ? lines.map((line, i) => (i === 0 ? head.padEnd(INDENT) : pad) + line)
    : [head, ...lines.map((line) => pad + line)];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
