import { OPTION_GROUPS, OPTION_NAMES, type OptionGroup, type OptionName, OPTIONS, type OptionShape } from './options';

const GROUP_TITLES: Readonly<Record<OptionGroup, string>> = {
  input: 'What is read',
  systems: 'What is compared',
  measures: 'How it is measured',
  output: 'What is written',
  check: 'A check against an earlier results.json, for continuous integration',
  engine: 'Beyond one machine: an engine searches, and Hitrate scores',
  run: 'The run',
};

interface Example {
  readonly about: string;
  readonly command: string;
}

/** Those that the page of the documentation has too; a test keeps both the same, and parses them. */
export const EXAMPLES: readonly Example[] = [
  { about: 'A collection with questions and judgments (BEIR, LlamaIndex, TREC …)', command: 'hitrate my-collection' },
  {
    about: 'A folder of documents, with your questions',
    command: 'hitrate manuals --questions questions.csv --systems bm25,embedding',
  },
  {
    about: 'A folder of documents alone: questions are made from them',
    command: 'hitrate manuals --generate-questions 60 --out results',
  },
  {
    about: 'Which chunking?',
    command: 'hitrate manuals --questions questions.csv --chunking recursive:500/50,recursive:1000/100,headings',
  },
  { about: 'Is this model of mine good, and fast?', command: 'hitrate --model my-model' },
  {
    about: 'Is it better than the bundled one on my documents?',
    command: 'hitrate my-collection --systems bm25,embedding --model my-model',
  },
  {
    about: 'Runs of other engines, with their judgments',
    command: 'hitrate qrels.txt a.run b.run --measures nDCG@10,MAP,MRR@10',
  },
  {
    about: 'In continuous integration: fail where quality was lost',
    command: 'hitrate my-collection --systems bm25 --against baseline/results.json --summary check.md',
  },
  {
    about: 'The best system for a serving engine',
    command: 'hitrate my-collection --handover opensearch --handover-passages --handover-vectors --out results',
  },
  {
    about: 'More passages than a browser holds: an engine searches, Hitrate scores',
    command: 'hitrate my-collection --systems bm25,embedding --engine postgresql://localhost:5432/mine',
  },
  {
    about: 'A report to send around',
    command: 'hitrate my-collection --report report.html',
  },
];

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
  const examples = EXAMPLES.map(({ about, command }) => `  ${about}:\n    ${command}`);
  return `${[
    'Which retriever is best for my documents? Evaluates without a screen, on this machine alone.',
    'Usage:\n  hitrate COLLECTION [options]        a folder, a zip, or the files themselves\n  hitrate DOCUMENTS --questions FILE   Markdown, HTML, PDF, DOCX, text, CSV …\n  hitrate QRELS RUN [RUN …]            runs of other engines\n  hitrate --model FOLDER               measures a model',
    'In a checkout: npx hitrate …, or npm run evaluate -- …',
    ...options,
    `Examples:\n${examples.join('\n')}`,
    `Exit codes:\n${EXIT_CODES.map((line) => `  ${line}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

/** Where the words of an option begin. */
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

/** For the page of the documentation: a row an option, in groups. */
export function optionRows(): readonly { readonly group: string; readonly rows: readonly [string, string][] }[] {
  return OPTION_GROUPS.map((group) => ({
    group: GROUP_TITLES[group],
    rows: OPTION_NAMES.filter((name) => OPTIONS[name].group === group).map((name) => {
      const { value, about }: OptionShape = OPTIONS[name];
      return [`--${name}${value === undefined ? '' : ` ${value}`}`, about] as [string, string];
    }),
  }));
}
