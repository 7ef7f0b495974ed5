import type { LanguageShare } from '../../base/types';
import { CJK, countOf } from '../text/cjk';
import {
  distinct,
  type ContentTerms,
  DIMENSION_KINDS,
  type Dimension,
  type QuestionType,
  type RelevantPassage,
  type SlicedQuestion,
  type Membership,
  partition,
} from './dimension';
import { languageOfEach } from '../dataset/languages';
import { relevanceDimensions, tagDimension } from './relevance-dimensions';
import { topicDimension } from './topics/topics';

/** By its form, by the first pattern that matches; `other` also for languages but English, Chinese and Japanese. */
export function questionTypeOf(text: string, language: string): QuestionType {
  const rules = RULES[language];
  if (!rules) return 'other';
  const question = text.trim().normalize('NFKC').toLowerCase();
  const found = rules.find(([, pattern]) => pattern.test(question));
  if (found) return found[0];
  return question.endsWith('?') ? 'other' : 'keywords';
}

const RULES: Readonly<Record<string, readonly (readonly [QuestionType, RegExp])[]>> = {
  en: [
    [
      'fact',
      /\bhow (?:many|much|long|often|far|old|big|large|tall|high|deep|wide|fast|late|early|soon|heavy|hot|cold)\b/,
    ],
    ['how-why', /\b(?:how|why)\b|\bwhat (?:causes?|caused|happens|makes)\b|^(?:explain|describe|compare)\b/],
    [
      'fact',
      /\b(?:what|which|who|whom|whose|when|where)\b.*\?$|^(?:(?:in|at|on|by|for|to|from|of|with|under) )?(?:what|which|who|whom|whose|when|where)(?:['’]s)?\b/,
    ],
    ['yes-no', /^(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|am)\b/],
  ],
  zh: [
    ['how-why', /如何|怎么|怎样|怎麼|怎樣|为什么|为何|為什麼|為何|原因|缘故|凭什么/],
    [
      'fact',
      /什么|什麼|[哪谁誰啥]|多少|多久|多长|多大|多远|多高|多快|多重|多宽|多深|[几幾](?!乎|何|率)|何[时处地人者種种]/,
    ],
    ['yes-no', /[吗嗎]|是否|能否|可否|会否|有无|([是有能会可要])(?:没|不)\1/],
  ],
  ja: [
    [
      'how-why',
      /どのように|どうやって|どうすれ|どうして|どうしたら|どうなる|どうする|どう(?:違|異|変|扱)|なぜ|何故|理由|方法/,
    ],
    ['fact', /何|なに|なん|誰|だれ|どこ|いつ(?!も)|どの|どれ|どちら|いくつ|いくら|どんな|どういう/],
    ['yes-no', /(?:です|ます|した|でしょう|ません|れる|ある|いる|する|できる)か\s*[?。]?$/],
  ],
};

const SCRIPTS: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['Latn', /\p{Script=Latin}/u],
  ['Hani', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Geor', /\p{Script=Georgian}/u],
  ['Armn', /\p{Script=Armenian}/u],
];

/** Letters of a second script from which a question is of both: a word, and not a unit. */
const MIN_LETTERS = 2;

/** ISO 15924: the script of most letters, and each other with two letters at least. */
export function scriptsOf(text: string): string[] {
  const counts = new Map(SCRIPTS.map(([code, pattern]) => [code, countOf(text, pattern)]));
  const kana = counts.get('Kana')!;
  counts.delete('Kana');
  if (kana > 0) {
    counts.set('Jpan', kana + counts.get('Hani')!);
    counts.delete('Hani');
  }
  const most = Math.max(...counts.values());
  if (most === 0) return [];
  const main = [...counts].find(([, count]) => count === most)![0];
  return [main, ...[...counts].filter(([code, count]) => code !== main && count >= MIN_LETTERS).map(([code]) => code)];
}

export function textDimensions(questions: readonly SlicedQuestion[], codes: readonly string[]): (Dimension | null)[] {
  const texts = questions.map(({ text }) => text);
  return [
    partition('language', codes.map(languageMembership)),
    partition('script', texts.map(scriptMembership)),
    lengthDimension(texts),
    partition(
      'question-type',
      texts.map((text, q) => {
        if (text.trim() === '') return null;
        const type = questionTypeOf(text, codes[q]!);
        return { key: type, label: { code: 'question-type', data: { type } } };
      }),
    ),
  ];
}

const languageMembership = (code: string): Membership | null =>
  code === 'und' ? null : { key: code, label: { code: 'language', data: { code } } };

function scriptMembership(text: string): Membership | null {
  const scripts = scriptsOf(text);
  return scripts.length === 0 ? null : { key: scripts.join('+'), label: { code: 'script', data: { scripts } } };
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

function wordsLong(text: string): number {
  const characters = countOf(text, CJK);
  const others = text.replace(new RegExp(CJK, 'gu'), ' ').match(WORD)?.length ?? 0;
  return others + characters / 2;
}

function lengthDimension(texts: readonly string[]): Dimension | null {
  const lengths = texts.map((text) => (text.trim() === '' ? null : wordsLong(text)));
  const sorted = lengths.filter((length) => length !== null).sort((a, b) => a - b);
  const words = Math.floor(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
  return partition(
    'length',
    lengths.map((length) => {
      if (length === null) return null;
      const long = length > words;
      return { key: long ? 'long' : 'short', label: { code: 'length', data: { long, words } } };
    }),
    { order: ['short', 'long'] },
  );
}

export interface SliceSource {
  readonly questions: readonly SlicedQuestion[];
  readonly passages: readonly RelevantPassage[];
  /** Of the documents, the most frequent first. */
  readonly languages: readonly LanguageShare[];
}

export function sliceDimensions(source: SliceSource, contentTerms: ContentTerms, seed: number): Dimension[] {
  const { questions, passages, languages } = source;
  const texts = questions.map(({ text }) => text);
  const codes = languageOfEach(texts, languages);
  const origins = questions.map(({ origin }) => ({
    key: origin,
    label: { code: 'origin' as const, data: { origin } },
  }));
  const made = [
    ...textDimensions(questions, codes),
    topicDimension(questions, passages, codes, contentTerms, seed),
    ...relevanceDimensions(questions, passages, contentTerms),
    partition('origin', origins),
    tagDimension(questions),
  ];
  const order = (dimension: Dimension | null): number => (dimension ? DIMENSION_KINDS.indexOf(dimension.kind) : 0);
  return distinct(made.sort((a, b) => order(a) - order(b)));
}

/** A system with values for a smaller share of the questions is left out, or it would take the others' questions. */
const MIN_ANSWERED = 0.8;
/** Additions that the tests may take: some seconds. */
const BUDGET = 4e9;
const MIN_RESAMPLES = 999;

/** Null where there is no question that all systems have values for. */
export function slicedValues(
  source: SliceSource,
  values: readonly Float64Array[],
  contentTerms: ContentTerms,
  seed: number,
) {
  const kept = answeringRows(values);
  const counted = answeredByAll(kept.map((s) => values[s]!));
  if (counted.length === 0) return null;
  const rows = kept.map((s) => Float64Array.from(counted, (q) => values[s]![q]!));
  const dimensions = sliceDimensions(
    { ...source, questions: counted.map((q) => source.questions[q]!) },
    contentTerms,
    seed,
  );
  const groups = dimensions.map(({ slices }) => slices.map(({ questions }) => questions));
  return {
    /** Systems with values for enough of the questions. */
    kept,
    /** Questions that they all have values for; `rows` are of these. */
    counted,
    rows,
    dimensions,
    groups,
  };
}

export function answeringRows(values: readonly Float64Array[]): number[] {
  const answered = values.map((row) => row.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0));
  const most = Math.max(0, ...answered);
  return [...values.keys()].filter((s) => answered[s]! > 0 && answered[s]! >= MIN_ANSWERED * most);
}

export const answeredByAll = (values: readonly Float64Array[]): number[] =>
  [...(values[0]?.keys() ?? [])].filter((q) => values.every((row) => !Number.isNaN(row[q]!)));

export const affordable = (wanted: number, values: number): number =>
  Math.max(Math.min(wanted, MIN_RESAMPLES), Math.min(wanted, Math.floor(BUDGET / (4 * Math.max(1, values)))));
