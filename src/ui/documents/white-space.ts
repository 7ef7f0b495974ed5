/** A text with its white space to be seen: `·` for a blank, `⇥` for a tab, `␣` for others, `↵` for a line break. */
export const visibleSpace = (text: string): string => text.replace(/\s/g, (space) => SIGNS[space] ?? '␣');

const SIGNS: Readonly<Record<string, string>> = { ' ': '·', '\t': '⇥', '\n': '↵' };

/** A text on one line. */
export const onOneLine = (text: string): string => text.replace(/\n/g, ' ↵ ');
