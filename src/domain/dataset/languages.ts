import { countOf, HAN, KANA } from '../text/cjk';
import { francAll } from 'franc-min';
import { valueOf } from '../../base/containers';
import type { Doc, LanguageShare } from '../../base/types';

const SAMPLED_DOCS = 500;
/** All that franc looks at. */
const SAMPLED_UNITS = 2048;

/** Below this many letters trigrams say little: such texts are counted with others. */
const FEW_LETTERS = 100;
const TOO_FEW_LETTERS = 30;

/** Share of Han and kana among the letters from which a text is Chinese or Japanese, foreign words and all. */
const EAST_ASIAN_SHARE = 0.2;
/** Share of kana among Han and kana from which it is Japanese: a Chinese text may quote a Japanese name. */
const KANA_SHARE = 0.05;

/** From this many letters franc is taken at its word; below, the language of the collection has the benefit of doubt. */
const MANY_LETTERS = 300;

/** Score (franc's scale) from which the collection's language is taken: true others lie at .53 to .68 (XQuAD). */
const CLOSE = 0.8;

/** Codes of ISO 639-3 that `Intl` does not shorten although there is a usual shorter one. */
const usualCodes: Readonly<Record<string, string>> = { zlm: 'ms', tgl: 'tl' };

type Texts = Pick<Doc, 'title' | 'text'>;

interface LanguageSample {
  text: string;
  letters: number;
  docs: number;
}

type Guess = Readonly<{ docs: number; letters: number; candidates: ReadonlyMap<string, number> }>;

/** Chinese and Japanese by script, others by trigrams (franc). @returns shares, largest first; `und` if unknown */
export function languagesOf(docs: readonly Texts[]): LanguageShare[] {
  const guesses = samplesOf(evenly(docs, SAMPLED_DOCS)).map(guess);
  const prevailing = count(guesses, ({ candidates }) => first([...candidates.keys()]))[0]?.[0] ?? 'und';
  const counts = count(guesses, ({ candidates, letters }) =>
    letters < MANY_LETTERS && (candidates.get(prevailing) ?? 0) >= CLOSE ? prevailing : first([...candidates.keys()]),
  );
  const total = guesses.reduce((sum, each) => sum + each.docs, 0);
  return counts.map(([language, docs]) => ({ language, share: docs / total }));
}

/** Share of the documents from which a language is expected of questions. */
const EXPECTED_SHARE = 0.02;

/**
 * Languages by BCP 47: Chinese and Japanese by script; else the likeliest expected (franc), another only from 300
 * letters on or where none has the script; English then, for Latin letters; `und` without letters.
 */
export function languageOfEach(texts: readonly string[], expected: readonly LanguageShare[]): string[] {
  const known = expected
    .filter(({ language, share }) => language !== 'und' && share >= EXPECTED_SHARE)
    .map(({ language }) => language);
  return texts.map((text) => languageOf(text, known));
}

function languageOf(text: string, expected: readonly string[]): string {
  const letters = countOf(text, /\p{L}/gu);
  if (letters === 0) return 'und';
  const byScript = eastAsian(text, letters);
  if (byScript !== null) {
    // A Japanese question may be of Chinese characters alone.
    const isJapanese = byScript === 'zh' && expected.includes('ja') && !expected.includes('zh');
    return isJapanese ? 'ja' : byScript;
  }
  const likely = francAll(text, { minLength: 1 }).map(([code]) => bcp47(code));
  if (letters >= MANY_LETTERS) return first(likely);
  return likely.find((language) => expected.includes(language)) ?? (LATIN.test(text) ? 'en' : first(likely));
}

const LATIN = /\p{Script=Latin}/u;

function evenly(docs: readonly Texts[], most: number): Texts[] {
  const step = Math.max(1, docs.length / most);
  return Array.from({ length: Math.min(docs.length, most) }, (_, i) => docs[Math.floor(i * step)]!);
}

function samplesOf(docs: readonly Texts[]): LanguageSample[] {
  const samples: LanguageSample[] = [];
  let short: LanguageSample = { text: '', letters: 0, docs: 0 };
  for (const { title, text } of docs) {
    const whole = `${title} ${text}`.slice(0, SAMPLED_UNITS);
    if (whole.trim() === '') continue;
    const letters = countOf(whole, /\p{L}/gu);
    if (letters === 0 || letters >= FEW_LETTERS || eastAsian(whole, letters) !== null)
      samples.push({ text: whole, letters, docs: 1 });
    else short = { text: `${short.text}\n${whole}`, letters: short.letters + letters, docs: short.docs + 1 };
    if (short.letters < FEW_LETTERS) continue;
    samples.push(short);
    short = { text: '', letters: 0, docs: 0 };
  }
  return short.docs > 0 ? [...samples, short] : samples;
}

function guess({ text, letters, docs }: LanguageSample): Guess {
  const byScript = eastAsian(text, letters);
  if (byScript !== null) return { docs, letters, candidates: new Map([[byScript, 1]]) };
  if (letters < TOO_FEW_LETTERS) return { docs, letters, candidates: new Map([['und', 1]]) };
  return { docs, letters, candidates: new Map(francAll(text).map(([code, score]) => [bcp47(code), score])) };
}

function eastAsian(text: string, letters: number): 'zh' | 'ja' | null {
  const han = countOf(text, HAN);
  const kana = countOf(text, KANA);
  if (han + kana === 0 || han + kana < EAST_ASIAN_SHARE * letters) return null;
  return kana >= KANA_SHARE * (han + kana) && kana > 0 ? 'ja' : 'zh';
}

const canonicalCodes = new Map<string, string>();

const bcp47 = (code: string): string =>
  valueOf(canonicalCodes, code, () => usualCodes[code] ?? Intl.getCanonicalLocales(code)[0] ?? code);

const first = ([language = 'und']: readonly string[]): string => language;

function count(guesses: readonly Guess[], languageOf: (guess: Guess) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const each of guesses) counts.set(languageOf(each), (counts.get(languageOf(each)) ?? 0) + each.docs);
  return [...counts].sort(([a, docsOfA], [b, docsOfB]) => docsOfB - docsOfA || (a < b ? -1 : 1));
}
