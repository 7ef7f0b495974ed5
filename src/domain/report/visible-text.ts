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
