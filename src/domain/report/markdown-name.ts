import { visibleText } from './visible-text';

/**
 * Everything that has a meaning in Markdown of GitHub, or of which it makes links by itself. An underscore within a word has
 * none, and stays readable.
 */
const MEANT = /[\\`*[\]<>|~#&$!@:]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=www)\./giu;

/**
 * An id or name from outside as code, in any place of a Markdown document, a table's cell and HTML too: markup, links and
 * mentions in it stay text. By character references, which mean the same in Markdown and in HTML; a code span would not do,
 * since bars and backslashes in a table have other meanings in it for other readers.
 */
export const markdownName = (text: string, most?: number): string => `<code>${markdownText(text, most)}</code>`;

export const markdownText = (text: string, most?: number): string =>
  visibleText(text, most).replace(MEANT, (character) => `&#${character.charCodeAt(0)};`);
