import type { ExpectedSyntax } from '../../../domain/dataset/json';
import type { Expected, ExpectedShape, Got } from '../../../domain/dataset/outcome';
import { list } from '../format';

const shapes: Readonly<Record<ExpectedShape, string>> = {
  text: 'text',
  list: 'a list',
  object: 'an object',
  number: 'a number',
  'whole-number': 'a whole number, 0 or more',
  id: 'text or a number',
  'vector-id': 'an id',
  'unique-id': 'each id once',
  'document-id': 'a document id as text',
  'document-ids': 'document ids',
  'document-id-list': 'a list of document ids',
  'relevant-documents': 'an object of question ids and lists of document ids',
  'texts-by-id': 'an object of ids and texts',
  'numbers-by-document': 'an object of document ids and numbers',
  'text-or-texts': 'a text or a list of texts',
  texts: 'a list of texts',
  numbers: 'a list of numbers',
  question: 'a question or its id',
  pair: 'an id, a tab and a text',
  'qrels-table': 'three columns with tabs between them: question id, document id, grade',
  'trec-qrels': 'four columns with white space between them: question id, iteration, document id, grade',
  'trec-run': 'six columns with white space between them: question id, Q0, document id, rank, score, tag',
};

export function expectedText(expected: Expected): string {
  // What an earlier version stored as a sentence stays as it is.
  if (typeof expected === 'string') return shapes[expected] ?? expected;
  if ('fields' in expected) return `an object with ${list(expected.fields)}`;
  if ('cells' in expected) return `${expected.cells} fields, as in the first line`;
  if ('contexts' in expected) return `as many ids as contexts, ${expected.contexts}`;
  if ('positions' in expected) return `as many as ids, ${expected.positions}`;
  if ('one' in expected) return `one ${expected.one}`;
  return `a column ${expected.column} with text (also: ${expected.also.join(', ')})`;
}

const gots: Readonly<Record<Extract<Got, string>, string>> = {
  nothing: 'nothing',
  null: 'null',
  list: 'a list',
  object: 'an object',
  text: 'text',
  number: 'a number',
  'huge-number': 'a number that is too large',
  boolean: 'true or false',
  none: 'none',
  empty: 'an empty one',
  second: 'a second one',
  other: 'something else',
};

export function gotText(got: Got): string {
  if (typeof got === 'string') return gots[got] ?? got;
  if ('fields' in got) return `an object with ${got.fields.join(', ') || 'nothing in it'}`;
  if ('tabs' in got) return got.tabs === 1 ? 'no tab' : `a line of ${got.tabs} columns`;
  if ('columns' in got) return `a line of ${got.columns}`;
  if ('again' in got) return `“${got.again}” again`;
  return 'names' in got ? got.names.join(', ') || 'nothing' : `${got.count}`;
}

const syntax: Readonly<Record<Exclude<Extract<ExpectedSyntax, string>, 'end'>, string>> = {
  name: 'a name in double quotes',
  colon: 'a colon',
  value: 'a value',
  literal: 'a text in quotes, a number or a list',
  quote: 'a closing quote',
  'double-quote': 'a closing double quote',
  escape: 'an escape, as \\n for a line break, inside the quotes',
  escaped: 'one of " \\ / b f n r t u after the backslash',
};

export function syntaxText(expected: ExpectedSyntax, end: string): string {
  if (expected === 'end') return end;
  if (typeof expected === 'string') return syntax[expected] ?? expected;
  if ('commaOr' in expected) return `a comma or “${expected.commaOr}”`;
  if ('character' in expected) return `“${expected.character}”`;
  return 'hexDigits' in expected
    ? `${expected.hexDigits} hexadecimal digits`
    : `at most ${expected.depth} lists inside each other`;
}

/** @param code a sentence in what an earlier version stored */
export function characterText(code: number | string | null, end: string): string {
  if (typeof code === 'string') return code;
  if (code === null) return end;
  if (code === 0x0a || code === 0x0d) return 'a line break';
  const character = String.fromCodePoint(code);
  // A byte order mark or a no-break space would look like nothing at all.
  if (/[\p{C}\p{Z}]/u.test(character)) return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `“${character}”`;
}
