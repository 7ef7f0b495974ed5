/**
 * What cannot be seen or reorders what stands beside it: control characters, invisible and bidirectional ones, breaks of
 * lines and paragraphs, halves of surrogate pairs, and what XML has no place for.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Of a longer text the beginning is shown. */
const MAX_SHOWN = 200;

/**
 * A name from outside as one line in which every character can be seen: `⟨U+202E⟩` stands for one that cannot. A text of
 * more than `most` units is cut, and its length said.
 */
export function visibleText(text: string, most = MAX_SHOWN): string {
  const isLong = text.length > most;
  const shown = isLong ? text.slice(0, most) : text;
  const visible = shown.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
  return isLong ? `${visible}… (${text.length} characters)` : visible;
}
