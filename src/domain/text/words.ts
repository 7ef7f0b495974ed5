import { plainText } from './plain-text';

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Runs of letters and digits with the marks on them, as a splitter that knows no language does: `gpt`, `4o`, and the whole
 * of 半导体的制造. For text without spaces between words it is the baseline to beat.
 */
export function words(text: string): string[] {
  return plainText(text).match(word) ?? [];
}
