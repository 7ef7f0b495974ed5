import type { QuestionLanguage } from '../candidate';
import { isContentWord, type Word, wordsIn } from '../content-words';

/** What may name a thing, as it can stand in a question. */
export interface Name {
  /** In lower case, without an article: the same thing has the same key. */
  readonly key: string;
  /** With its article in English. */
  readonly written: string;
  readonly start: number;
}

/**
 * Content words, without parts of speech, so that many are missed: in English between an article, possessive or
 * preposition and a word that follows nouns; in Chinese between 的, a preposition or a mark and 的, 是 or a mark; in
 * Japanese Kanji and Katakana before a particle.
 */
export const namesIn = (sentence: string, language: QuestionLanguage): Name[] => finders[language](sentence);

type Finder = (sentence: string) => Name[];

const ARTICLE = /^(?:an?|the)$/i;
/** Behind these a noun phrase begins. */
const EN_BEFORE =
  /(?:^|\P{L})(an?|the|of|in|by|for|with|from|between|its|their|his|her|on|such as|including|against|through|under|over|during|at|into)\s+$/iu;
/** Before these it ends. */
const EN_AFTER =
  /^(?:[.,;:?!)]|\s+(?:of|in|is|are|was|were|has|have|had|and|or|for|on|by|with|from|at|which|can|could|may|will|would|must|as|into|during|between|under|over)(?!\p{L}))/iu;
/** What a noun hardly ends in, and a name hardly has. */
const EN_NO_END =
  /(?:ed|ly|ous|ful|ible|able|ive|less|ing|al|ic|ary|ent|ant|est|[ui]lar|[aei]an|ese|ish)$|^(?:solar|lunar|linear|nuclear|outer|inner|upper|lower|further|either|upstream|downstream|alone)$/i;
const EN_NOT_WITHIN =
  /^(?:\d.*|.*ly|.{3,}ed|first|second|third|last|next|new|old|several|various|certain|different|same|other|following|previous|present|given|many|large|small|great|good|high|low|long|short|one|two|three|four|five|six|seven|eight|nine|ten|.*n't|.*'s)$/i;
const EN_EMPTY =
  /^(?:number|part|case|way|time|years?|kind|form|fact|result|example|order|terms?|addition|use|end|thing|things|people|areas?|set|lot|group|place|day|days|point|side|amount|rest|beginning|basis|total|majority|series|range|results|cases|author|authors|paper|report|others|who|whom|well|least|century|centuries|period|line|name|names|member|members|type|types|value|values)$/i;
const EN_MOST = 3;

const english: Finder = (sentence) => {
  const words = wordsIn(sentence);
  return runsOf(words, sentence, /^[ -]$/, EN_NOT_WITHIN).flatMap((run): Name[] => {
    const [first, last] = [run[0]!, run.at(-1)!];
    const before = EN_BEFORE.exec(sentence.slice(Math.max(0, first.start - 16), first.start))?.[1];
    if (before === undefined || !EN_AFTER.test(sentence.slice(last.end, last.end + 12))) return [];
    if (run.length > EN_MOST || EN_NO_END.test(last.text) || EN_EMPTY.test(last.text)) return [];
    const key = sentence.slice(first.start, last.end).toLowerCase();
    if (key.length < 4) return [];
    // “by limiting demand” is no name, “the limiting demand” may be one.
    if (/ing$/i.test(first.text) && !ARTICLE.test(before)) return [];
    const article = ARTICLE.test(before) ? `${before.toLowerCase()} ` : '';
    const written = sentence.slice(first.start, last.end);
    const isPlural = /[^s]s$/i.test(last.text);
    const isProper = run.every(({ start }) => /\p{Lu}/u.test(sentence[start]!));
    // A singular noun without an article is one only where it is a name or has no plural, which is not known.
    if (article === '' && !isPlural && !isProper && run.length === 1) return [];
    return [{ key, written: article + written, start: first.start }];
  });
};

const ZH_BEFORE = /[的、“《（和与及对由从]$/u;
const ZH_AFTER = /^(?:$|[的、，。；：）”》和与及或在是为对将被已也都])/u;
/** At the beginning of a clause, what follows shows whether a word is a noun: adverbs stand there, too. */
const ZH_BEGINS = /(?:^|[，。；：])$/u;
const ZH_SUBJECT = /^[的是在为对将被和与也已都]/u;
const ZH_NOT_WITHIN =
  /[\d一二三四五六七八九十两几数了着过有是在的不也都就还被把从让使等到多最更每各该此其这那个些]|^(?:进行|实现|成为|达到|开始|需要|提高|增加|减少|包括|相关|重要|主要|不同|巨大|大量|广泛|全部|部分|方面|情况|问题|时候|时间|目前|未来|过去|当时|之间|以来|左右|以上|以下|可能|必须|能够|认为|表示|指出|获得|得到|提供|使用|利用|采用|建立|形成|发现|存在|出现|发生|选择|希望|继续|结束|参加|位于|属于|导致|产生|带来|引起|造成|推动|促进|加强|支持|来自|根据|随着|作为|通过|由于|关于|对于|同时|例如|此外|因此|但是|然而|而且|或者|以及|其中|之后|之前|当中|人们|大家|内容|东西|地方|方式|方法|原因|结果|作用|意义|特点|关系|一样|许多|所有|整个|甚至|后来|特别|似乎|尽管|今天|首次|后者|前者|下面|表明|毗邻|丢失|淹没|毅然|相比|联系|引入|拥有|具有|属于|来源|典型|好处|人员|数量|年代|世纪|年份|公里|平方|美元|亿元|万元|公顷|百分之|比例|程度|水平|规模)$/u;
const ZH_MOST = 2;

const chinese = enclosed(/^$/, ZH_NOT_WITHIN, ZH_MOST, (before, after) =>
  ZH_BEFORE.test(before) ? ZH_AFTER.test(after) : ZH_BEGINS.test(before) && ZH_SUBJECT.test(after),
);

const JA_AFTER =
  /^(?:$|[がをはにでと、。」』）]|の(?!で|に)|も(?!の)|など|から|まで|や|について|により|によって|として)/u;
const JA_VERBAL = /^(?:する|し(?!か)|さ[れせ]|でき|な(?!ど)|的|に(?:なる|なっ|なり))/u;
const JA_BEFORE = /(?:^|[\p{Script=Hiragana}、。「『（・])$/u;
const JA_NOT_WITHIN =
  /[\d一二三四五六七八九十\p{Script=Hiragana}]|^(?:年|月|日|世紀|年代|以降|以前|以後|現在|当時|多数|多く|近年|最初|最後|最大|最も|中心|中央|同様|一般|通常|特徴|理由|原因|結果|目的|方法|意味|場所|名称|名前|部分|一種|自身|自体|他方|一方|本来|実際|全体|今日|最近|後者|前者|両者|人々|内容|種類|状態|関係|程度|各地|各種|同時|直接|独自|主要|主|際|頃|後|前|中|上|下|内|外|間|用|等|約|的|性|化|側|系|型|者|数|例|点|形|量|力|名|目|式|式典|存在|使用|利用|発生|発見|開始|影響|可能|必要|非常|代表|対象|対応|位置|設置|開催|構成|形成|成立|実施|提供|従来|大半|正確|全国|内部|無数|不明|巨大|別名|以外|毎年|翌年|同年|当初|日本|世界|国内|多様|有名|独特|豊富|重要)$/u;
const JA_MOST = 3;

const japanese = enclosed(
  /^・?$/,
  JA_NOT_WITHIN,
  JA_MOST,
  (before, after) => JA_BEFORE.test(before) && JA_AFTER.test(after) && !JA_VERBAL.test(after),
);

const finders: Readonly<Record<QuestionLanguage, Finder>> = { en: english, zh: chinese, ja: japanese };

/** Runs of a few words in a text without blanks, by what stands before and after them. */
function enclosed(
  joint: RegExp,
  not: RegExp,
  most: number,
  isEnclosed: (before: string, after: string) => boolean,
): Finder {
  return (sentence) =>
    runsOf(wordsIn(sentence), sentence, joint, not).flatMap((run): Name[] => {
      const [{ start }, { end }] = [run[0]!, run.at(-1)!];
      const written = sentence.slice(start, end);
      if (run.length > most || written.length < 2 || !isEnclosed(sentence.slice(0, start), sentence.slice(end)))
        return [];
      return [{ key: written.toLowerCase(), written, start }];
    });
}

/** Content words with nothing but a joint between them. */
function runsOf(words: readonly Word[], text: string, joint: RegExp, not: RegExp): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const last = run.at(-1);
    if (last && !joint.test(text.slice(last.end, word.start))) end();
    if (!isContentWord(word.text) || not.test(word.text)) end();
    else run.push(word);
  }
  end();
  return runs;
}
