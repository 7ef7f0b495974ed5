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
