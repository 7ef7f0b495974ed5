/** A regular expression of Java, of the kind that is handed over, as JavaScript has it under the flag `v`. */
const inJavaScript = (pattern: string): string =>
  pattern
    .replaceAll(/([*+])\+/g, '$1')
    .replaceAll(/\\x\{/g, String.raw`\u{`)
    .replaceAll(/\\p\{Is(Alphabetic|Ideographic)\}/g, String.raw`\p{$1}`)
    .replaceAll(/\\p\{Is(\w+)\}/g, String.raw`\p{sc=$1}`);

/** By their patterns: those of Chinese are long. */
const compiled = new Map<string, RegExp>();

/** What a `pattern` tokenizer of Lucene finds. */
export function javaTokens(pattern: string, group: number, text: string): string[] {
  const own = compiled.get(pattern) ?? new RegExp(inJavaScript(pattern), 'gv');
  compiled.set(pattern, own);
  return [...text.matchAll(own)].flatMap((match) => match[group] ?? []);
}
