/** Control, invisible and bidirectional characters, breaks, halves of surrogate pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const MAX_SHOWN = 200;

/** `⟨U+202E⟩` stands for a character that cannot be seen. A text of more than `most` units is cut. */
export function visibleText(text: string, most = MAX_SHOWN): string {
  const isLong = text.length > most;
  const shown = isLong ? text.slice(0, most) : text;
  const visible = shown.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
  return isLong ? `${visible}… (${text.length} characters)` : visible;
}

/** Text between tags or in an attribute; what XML 1.0 cannot hold is shown as {@link visibleText} does. */
export const xmlText = (text: string, most?: number): string =>
  visibleText(text, most)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/** Everything that has a meaning in Markdown of GitHub. An underscore within a word has none. */
const MEANT = /[\\`*[\]<>|~#&$!@:]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=www)\./giu;

/** By character references: in a code span bars and backslashes of a table have other meanings for other readers. */
export const markdownName = (text: string, most?: number): string => `<code>${markdownText(text, most)}</code>`;

export const markdownText = (text: string, most?: number): string =>
  visibleText(text, most).replace(MEANT, (character) => `&#${character.charCodeAt(0)};`);

/** What hides or reorders text, and what HTML has no place for; JSON escapes other control characters. */
const HIDDEN = /[\p{Cf}\p{Noncharacter_Code_Point}\x7f-\x9f\u2028\u2029]/gu;

/** JSON that reads back as the same value, and in which every character can be seen. */
export const visibleJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
