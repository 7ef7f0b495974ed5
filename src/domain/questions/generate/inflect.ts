const PLURAL = /[^s]s$/;
/** A plural that no rule makes. */
const INVARIABLE = /(?:is|ics|series|species|news)$/;
/** Singular, though they end as plurals do. */
const SINGULAR = /(?:ss|us|is|ics|ous|news|series|species|gas|lens)$/;

/**
 * An English noun phrase in the other number, as people write it otherwise than the text: “the channels” as “the channel”,
 * “a boundary layer” as “boundary layers”. As it is where the last word is a name, or short, or no regular noun.
 *
 * @param written with its article, if it has one
 */
export function inOtherNumber(written: string): string {
  const [, article = '', words = ''] = /^((?:an?|the) )?(.*)$/s.exec(written)!;
  const last = /\p{Ll}{4,}$/u.exec(words)?.[0];
  if (last === undefined || INVARIABLE.test(last) || /\p{Lu}/u.test(words.slice(-last.length - 1))) return written;
  const before = words.slice(0, -last.length);
  if (PLURAL.test(last) && !SINGULAR.test(last)) {
    const noun = before + singular(last);
    return article === '' ? `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}` : article + noun;
  }
  // Of “the pressure” nobody knows whether it has a plural; of “a pressure” it has one.
  return article === 'a ' || article === 'an ' ? before + plural(last) : written;
}

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
