import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { syntaxOf } from './syntax';

/** Three words in a row, in lower case: a sentence, and no name of a thing. */
const PROSE = /\b[a-z]{2,},? [a-z]{2,},? [a-z]{2,}/;

/** Errors that no person is to see: they say that the code, and not what it is given, is wrong. */
const BUGS = new Set(['Error', 'RangeError', 'TypeError', 'DOMException']);

/** Sentences in code, which are none of the page's catalogues. */
function proseIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && BUGS.has(node.expression.getText())) return;
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('{}')
        : '';
    if (PROSE.test(text)) found.push(text);
    else ts.forEachChild(node, visit);
  };
  visit(syntaxOf(source));
  return found;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

const proseOf = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => !DATA.test(file) && !STATEMENTS.test(file))
    .flatMap((file) => proseIn(readFileSync(file, 'utf8')))
    .filter((text) => !CODES.includes(text));

/** Codes that are stored with collections, and look like sentences. */
const CODES = ['byte order mark', 'larger than declared', 'rank and tag'];

/**
 * What is given to language models and not to people, and words that are data: prompts, questions that are made, lists, and
 * programs in another language.
 */
const DATA =
  /^src\/domain\/(?:dataset\/roles\/names|questions\/(?:prompts|function-words|content-words|generate\/(?:headings|mixed|phrases)))\.ts$/;

/** SQL, of which the words of a statement look like a sentence. */
const STATEMENTS = /^src\/domain\/handover\/postgresql\/[a-z]+-sql\.ts$/;

/** What a file format says of itself: the manifest of results.json is read by other programs. */
const OF_A_FORMAT = ['by document id, descending by bytes, as trec_eval'];

/**
 * Folders whose sentences are still in the code, with how many: they may only become fewer. Most are what a schema of valibot
 * says of a value, or stand in exported files.
 */
const REMAINING: Readonly<Record<string, number>> = {
  // Two of what a data definition says of a value.
  'src/base': 6,
  'src/domain/chunk': 1,
  // What the answer of an engine lacks, and a loop of a shell.
  'src/domain/handover': 6,
  'src/domain/lab': 2,
  'src/domain/ltr': 6,
  // What devices are tried with, and the prompts that models were trained with.
  'src/domain/models': 6,
  'src/domain/report': 5,
  'src/domain/retrieval': 1,
  // Where the figures of a workspace come from.
  'src/domain/workspace': 2,
};

describe('sentences that a person reads', () => {
  it.each(['src/workbench', 'src/contract'])(
    'are codes with data in %s, and in words in the catalogues of ui',
    (folder) => {
      expect(proseOf(folder).filter((text) => !OF_A_FORMAT.includes(text))).toEqual([]);
    },
  );

  it.each([
    'src/base',
    ...readdirSync('src/domain')
      .filter((each) => !each.includes('.'))
      .map((each) => `src/domain/${each}`),
  ])('do not grow in %s', (folder) => {
    expect(proseOf(folder).length).toBeLessThanOrEqual(REMAINING[folder] ?? 0);
  });
});
