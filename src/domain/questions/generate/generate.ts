import {
  type Candidate,
  EVEN_SHARE,
  type GeneratedOrigin,
  MIXED_ORIGINS,
  type MixedOrigin,
  type Proposal,
  type QuestionLanguage,
} from '../candidate';
import type { Doc, Place } from '../../../base/types';
import { ENGLISH_FUNCTION_WORDS, TermStatistics } from '../content-words';
import type { Sentence } from '../sentences';
import { askedDoc, type AskedDoc, clozeQuestions, headingQuestions, inSentence, titleQuestions } from './headings';
import { eachContained } from '../../dataset/ground-truth-texts';
import { flawsOf } from '../checks';
import { languageTeller } from '../language';
import { mixedQuestions, RelatedPassages } from './mixed';
import { type PhraseProposal, phraseQuestions } from './phrases';
import { select, type Selection } from './select';

/** In percent: these rank systems of five collections as people's questions do, see docs/generated-questions.md. */
const MIX: Readonly<Record<MixedOrigin, number>> = { keywords: 10, relation: 30, reworded: 50, several: 10 };

export const DEFAULT_MIX: Pick<GenerateOptions, 'kinds' | 'shares'> = { kinds: MIXED_ORIGINS, shares: MIX };

export function mixShares({ kinds, shares = {} }: Pick<GenerateOptions, 'kinds' | 'shares'>) {
  const own = kinds.map((kind) => shares[kind] ?? EVEN_SHARE);
  const total = own.reduce((sum, part) => sum + part, 0);
  const parts = kinds.map((kind, i) => [kind, total === 0 ? 0 : own[i]! / total] as const);
  return Object.fromEntries(parts) as Partial<Record<GeneratedOrigin, number>>;
}

/** “X is a …”, “X refers to …”, X是…, X是指…, XとはYである, Xは…のことである: the sentence is the answer. */
export function definitionQuestions({ doc, language, sentences }: AskedDoc): Proposal[] {
  const asked = new Set<string>();
  return sentences.flatMap((sentence): Proposal[] => {
    const found = sentence.isWhole ? definedBy[language](sentence, doc) : null;
    if (!found || asked.has(found.question)) return [];
    asked.add(found.question);
    const { start, end, text: answer } = sentence;
    const place = { doc: doc.id, start, end };
    return [{ text: found.question, origin: 'definition', language, answer, place, value: found.value }];
  });
}

interface Defined {
  readonly question: string;
  /** Explicit definitions first. */
  readonly value: number;
}

type Definer = (sentence: Sentence, doc: Doc) => Defined | null;

const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}'’./+-]*`;
const TERM = String.raw`(${WORD}(?: ${WORD}){0,4}(?: \([^()]{2,30}\))?)`;
const ENGLISH = new RegExp(
  String.raw`^(?:(An?|The) )?${TERM},? (?:(is|are) (defined as|an?|any|the (?:process|act|study|practice|use|part|name|method|ability|number|measure|ratio|amount|set|science|art|term)) |(refers? to|means|denotes?|stands? for) )`,
  'u',
);

/** Function words that names have all the same: “mean free path”, “land use”. */
const WITHIN_NAMES: ReadonlySet<string> = new Set(['mean', 'use', 'near', 'own']);

const english: Definer = ({ text }, doc) => {
  const [, article, written, verb, , explicit] = ENGLISH.exec(text) ?? [];
  if (written === undefined) return null;
  const words = written.toLowerCase().split(' ');
  const isNamed = words.every(
    (word, i) =>
      !ENGLISH_FUNCTION_WORDS.has(word) ||
      WITHIN_NAMES.has(word) ||
      (['of', 'for', 'and', 'in', 'on'].includes(word) && i > 0 && i < words.length - 1),
  );
  // “The aim of the study is a …” and “The line is a …” tell of one thing in its own text.
  if (!isNamed || (article === 'The' && (words.length > 3 || (words.length === 1 && explicit === undefined))))
    return null;
  const isPlural = verb === 'are' || /^(?:refer|denote|stand|mean)\b/.test(explicit ?? '');
  const term = article ? `${article.toLowerCase()} ${written}` : inSentence(written, doc);
  return { question: `What ${isPlural ? 'are' : 'is'} ${term}?`, value: explicit === undefined ? 1 : 2 };
};

/** Not a term: what points elsewhere, or has a sentence in it. */
const CHINESE_NO_TERM =
  /^(?:一[个种些]|第|例子|[这那此该其它他她我你您]|因[此为]|所以|但|而|如果|不过)|[，。、；：！？\s]|的|什么|怎|谁|哪|是否/u;
/** Before a mere 是 a name must be plainer still: what joins clauses, or tells when and how, stands there as often. */
const CHINESE_NO_PLAIN_TERM =
  /[这那此该其它他她我你您们也都又就才却但若很最只仅了有在被把从将让]|可以|能够|不能|不会|应该|因为|由于|关键|目的|原因|结果|目标|问题$/u;
const CHINESE_EXPLICIT =
  /^(?:所谓)?[“「《]?([^，。；：“”「」《》]{2,20})[”」》]?(?:[（(][^（）()]{1,40}[）)])?[，,]?(?:就是指|是指|指的是|即指|意指|的定义是|被定义为|定义为|，即)/u;
const CHINESE_PLAIN =
  /^[“「《]?([^，。；：“”「」《》]{2,16}?)[”」》]?(?:[（(][^（）()]{1,40}[）)])?是(?!否|不|没|因|由|在|从|为了|这|那|我|你|他|她|如何|什么|怎|一样|指)/u;

const chinese: Definer = ({ text }) => {
  const explicit = CHINESE_EXPLICIT.exec(text)?.[1]?.replace(/^所谓[的]?/, '');
  // A quotation that began in the sentence before.
  if (/^[^“「《]*[”」》]/u.test(text)) return null;
  const term = (explicit ?? CHINESE_PLAIN.exec(text)?.[1])?.trim();
  if (!term || CHINESE_NO_TERM.test(term)) return null;
  if (explicit === undefined && CHINESE_NO_PLAIN_TERM.test(term)) return null;
  // “X是…” alone says many things: of one kind or another it tells what X is.
  if (explicit === undefined && !/是(?:一|由|用|指|[^，。]{2,40}的[^，。]{1,20}[，。])/u.test(text)) return null;
  return { question: `什么是${term}？`, value: explicit === undefined ? 1 : 2 };
};

const JAPANESE_NO_TERM =
  /^(?:必ずしも|これ|それ|あれ|ここ|そこ|どこ|この|その|あの|どの|私|我々|彼|彼女|何|誰|同|本|当|以下|上記|次|今回|結果|一方|目的|理由|ポイント)|[がをにで、。]|もの$|こと$/u;
const JAPANESE_TOWA =
  /^[「『“]?([^、。「」『』]{1,25}?)[」』”]?(?:[（(][^（）()]{1,40}[）)])?とは、?(?!必ずしも|いえ|限ら|言え|思え|異な|違)(?:[^。]{4,})(?:である|です|だ|をいう|を言う|を指す|を指します|をいいます|を言います|のこと|ことです|ものです|もの|概念|技術|手法)。?$/u;
const JAPANESE_KOTO =
  /^[「『“]?([^、。「」『』]{1,25}?)[」』”]?(?:[（(][^（）()]{1,40}[）)])?は、?[^。]{4,}(?:のことである|のことです|のことをいう|のことを指す|を指す|を指します|をいう|をいいます)。?$/u;

const japanese: Definer = ({ text }) => {
  const explicit = JAPANESE_TOWA.exec(text)?.[1];
  const term = (explicit ?? JAPANESE_KOTO.exec(text)?.[1])?.trim();
  if (!term || JAPANESE_NO_TERM.test(term)) return null;
  return { question: `${term}とは何ですか？`, value: explicit === undefined ? 1 : 2 };
};

const definedBy: Readonly<Record<QuestionLanguage, Definer>> = { en: english, zh: chinese, ja: japanese };

/** The same seed, options and documents give the same questions. */
export interface GenerateOptions extends Pick<Selection<Proposal>, 'shares' | 'limit' | 'seed'> {
  readonly kinds: readonly GeneratedOrigin[];
}

export type Generated = ReturnType<typeof generateQuestions>;

/** One question per text, with all its places. @param onDocs called with the number of documents read, of two passes */
export function generateQuestions(
  docs: readonly Doc[],
  { kinds, shares, limit, seed }: GenerateOptions,
  onDocs: (done: number, total: number) => void = () => undefined,
) {
  const languageOf = languageTeller(docs);
  const terms = new TermStatistics();
  const needsTerms = kinds.includes('cloze') || kinds.includes('phrase');
  const mixed = MIXED_ORIGINS.filter((kind) => kinds.includes(kind));
  const total = needsTerms ? docs.length * 2 : docs.length;
  if (needsTerms)
    docs.forEach((doc, i) => {
      terms.add(doc);
      tell(i + 1);
    });
  const byDoc = kinds.filter((kind): kind is keyof typeof ways => kind in ways);
  const asked = (doc: AskedDoc): Proposal[] => byDoc.flatMap((kind) => ways[kind](doc, terms));
  const proposals: Proposal[] = [];
  let otherLanguages = 0;
  docs.forEach((doc, i) => {
    const language = languageOf(doc);
    if (language) proposals.push(...asked(askedDoc(doc, language)));
    else if (doc.text.trim() !== '') otherLanguages++;
    tell(total - docs.length + i + 1);
  });
  if (mixed.length > 0) {
    const related = new RelatedPassages(docs, languageOf);
    for (const position of related.passages.keys())
      proposals.push(...mixed.flatMap((kind) => mixedQuestions(kind, related, position, seed)));
  }
  const own = mergedByText(onlyHere(proposals, docs));
  const isLast = ({ text, language }: Proposal): boolean => flawsOf(text, language).length > 0;
  const chosen = select(own, { limit, seed, isLast, ...(shares && { shares }) });
  const found: Partial<Record<GeneratedOrigin, number>> = {};
  for (const kind of kinds) found[kind] = own.filter(({ origin }) => origin === kind).length;
  return { candidates: chosen.map(asCandidate), found, otherLanguages };

  function tell(done: number): void {
    if (done % 20 === 0 || done === total) onDocs(done, total);
  }
}

/** By one document alone. */
const ways: Readonly<
  Record<Exclude<GeneratedOrigin, MixedOrigin>, (doc: AskedDoc, terms: TermStatistics) => Proposal[]>
> = {
  heading: headingQuestions,
  definition: definitionQuestions,
  phrase: phraseQuestions,
  cloze: clozeQuestions,
  title: titleQuestions,
};

/** Without phrases that stand in another document too. */
function onlyHere(proposals: readonly Proposal[], docs: readonly Doc[]): Proposal[] {
  const isPhrase = (proposal: Proposal): proposal is PhraseProposal => 'phrase' in proposal;
  const phrases = proposals.filter(isPhrase);
  const shared = new Set<Proposal>();
  const needles = phrases.map(({ phrase }) => phrase);
  const haystacks = docs.map(({ text }) => text.toLowerCase());
  eachContained(needles, haystacks, (needle, doc) => {
    if (docs[doc]!.id !== phrases[needle]!.place.doc) shared.add(phrases[needle]!);
  });
  return proposals.filter((proposal) => !shared.has(proposal));
}

function mergedByText(proposals: readonly Proposal[]): Proposal[] {
  const byText = new Map<string, Proposal & { also: Place[] }>();
  for (const proposal of proposals) {
    const key = proposal.text.toLowerCase();
    const known = byText.get(key);
    if (known) known.also.push(proposal.place, ...(proposal.also ?? []));
    else byText.set(key, { ...proposal, also: [...(proposal.also ?? [])] });
  }
  return [...byText.values()];
}

function asCandidate({ text, origin, language, answer, place, also = [] }: Proposal): Candidate {
  return { text, origin, language, place, ...(answer !== undefined && { answer }), ...(also.length > 0 && { also }) };
}
