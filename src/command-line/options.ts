import { ID_DIFFERENCES } from '../domain/dataset/runs/ids-apart';
import { OFFERED_TARGETS } from '../domain/handover/targets';

const flag = (about: string) => ({ takes: 'switch', about }) as const;
/** @param value what stands for the value in the help */
const one = (value: string, about: string) => ({ takes: 'one', value, about }) as const;
/** May be given several times. */
const list = (value: string, about: string) => ({ takes: 'list', value, about }) as const;

export const GROUPS = {
  input: {
    questions: list(
      'FILE',
      'questions with the passages that answer them, as the page imports them (CSV, JSON, JSON Lines); repeatable',
    ),
    'generate-questions': one('N', 'makes at most N questions from the documents; the results mark them'),
    seed: one('42', 'which of the possible questions are made'),
    map: list(
      'FILE:ROLE=FIELD,…',
      'what the fields of a table are, as qa.csv:question=質問,answer=回答, or a file with such lines; roles: question, answer, quotation, document, grade, retrieved …',
    ),
    'ignore-unused': flag('files that are not used are warned of, instead of refused'),
    contexts: list(
      'FILE',
      'what stands before passages in what is indexed, written elsewhere, as the page imports it; --chunking names it',
    ),
    documents: flag('reads files as documents that would be read as a collection (tables, JSON Lines)'),
    'match-ids': one(
      ID_DIFFERENCES.join('|'),
      'takes ids of documents for the same that differ by this between corpus, judgments and runs',
    ),
    split: one('test', 'which judgments, where a collection has several splits, or which task of a set'),
  },
  systems: {
    systems: list('bm25,embedding,…', 'all six where none is named; runs are always evaluated'),
    chunking: list(
      'recursive:1000/100',
      'how documents are cut into passages; several are compared. Also sentences:1000/1, tokens:256/32, headings:2/2000, window:1000/100, whole; the sets sizes, ways, overlaps, contexts; with :+title, :+headings, :+sentence, :+FILE of --contexts, :late',
    ),
    model: list(
      'FOLDER',
      'a model as a folder or zip: measured (agreement with WASM, speed), then compared; repeatable',
    ),
    experiment: one('FILE.json', 'as the page exports it: run as it is, instead of the options above and below'),
  },
  measures: {
    measures: one('nDCG@10,MAP,…', 'instead of Hit Rate, MRR, precision, recall, F1 and nDCG at every k, and MAP'),
    k: one('1,2,3,4,5,10', 'cut-offs'),
    relevance: one('1', 'lowest grade that counts as relevant; the lowest above 0 where grades have fractions'),
    'ignore-identical-ids': flag('leaves the document with the id of a question out of its results, as BEIR does'),
    missing: one('zero|skip', 'questions without results count as 0 (RBPresidual: 1), or are left out'),
  },
  output: {
    out: one(
      'FOLDER',
      'where results.csv and results.json go, and every run as TREC and JSON Lines in the folder results-runs; the current folder if absent',
    ),
    report: one('FILE.html', 'the finding as one file that is read without a script: no question, no passage'),
    'report-passages': flag('puts examples of missed questions and their passages into the report'),
    handover: one(
      'ENGINE',
      `the recommended system for an engine, in the folder handover-ENGINE of --out: ${OFFERED_TARGETS.join(', ')}`,
    ),
    'handover-system': one('ID', 'another system than the recommended one, by its id in the results'),
    'handover-passages': flag('passages, their metadata and terms are in the files too'),
    'handover-vectors': flag('vectors of the passages are in the files too'),
    'handover-approximate': flag(
      'vectors are searched by an approximate index of the engine, which is not measured here',
    ),
  },
  check: {
    against: one('results.json', 'the baseline; nothing else is written unless --out says where'),
    measure: one('nDCG@10,…', 'measures that are checked; nDCG@10 where none is named'),
    margin: one('.02', 'exits 1 where a loss as large as this cannot be ruled out, instead of a significant one'),
    summary: one('FILE.md', 'Markdown; printed if absent'),
    junit: one('FILE.xml', 'JUnit XML, a case for each system and measure'),
    json: one('FILE.json', 'the same with all digits'),
  },
  engine: {
    engine: one(
      'URL',
      'creates an index on this engine, fills it and asks it: postgresql://…, opensearch+https://…, elasticsearch+https://… or qdrant+https://…; credentials come from the environment alone',
    ),
    'dry-run': flag('shows every request to the engine, and sends none'),
    batch: one('500', 'passages in a request to the engine'),
    'passage-vectors': one(
      'FILE.npy',
      'vectors of the passages, row by row in their order, instead of those of an embedding model',
    ),
    'question-vectors': one('FILE.npy', 'vectors of the judged questions, in their order'),
    fusion: one(
      'here',
      'what joins the lists of a system: Hitrate, or the engine in its own search (`engine`); one that it cannot compute is then refused',
    ),
  },
  run: {
    fresh: flag(
      'begins anew, where an interrupted run of the same files would resume; removes their index from the engine',
    ),
    help: flag('this text'),
  },
};

export const OPTIONS = {
  ...GROUPS.input,
  ...GROUPS.systems,
  ...GROUPS.measures,
  ...GROUPS.output,
  ...GROUPS.check,
  ...GROUPS.engine,
  ...GROUPS.run,
};

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

const GROUP_TITLES: Readonly<Record<keyof typeof GROUPS, string>> = {
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
  const options = Object.entries(GROUPS).map(([group, its]) => {
    const lines = Object.entries(its).flatMap(([name, option]) => optionLines(name, option, width));
    return [`${GROUP_TITLES[group as keyof typeof GROUPS]}:`, ...lines].join('\n');
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

interface Described {
  readonly value?: string;
  readonly about: string;
}

function optionLines(name: string, { value, about }: Described, width: number): string[] {
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
