import { visibleText } from './visible-text';

/** Everything that has a meaning in Markdown of GitHub. An underscore within a word has none. */
const MEANT = /[\\`*[\]<>|~#&$!@:]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=www)\./giu;

/** By character references: in a code span bars and backslashes of a table have other meanings for other readers. */
export const markdownName = (text: string, most?: number): string => `<code>${markdownText(text, most)}</code>`;

export const markdownText = (text: string, most?: number): string =>
  visibleText(text, most).replace(MEANT, (character) => `&#${character.charCodeAt(0)};`);
