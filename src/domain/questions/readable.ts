/** A piece of a text as a person would read it: on one line, without the marks of Markdown. */
export function readable(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s+|[-*+•・●]\s+|\d{1,3}[.)、]\s+)/, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .replace(
      /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}，。、；：]) (?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu,
      '',
    )
    .trim();
}
