import type { QuestionType } from './types';

/**
 * What a question asks for, by its form:
 *
 * - `how-why`: a way, a reason or an explanation (how to, why, 如何, 为什么, どのように, なぜ);
 * - `fact`: a thing, person, place, time or number (what, who, how many, 什么, 多少, 何, いつ);
 * - `yes-no`: is, does, can …, 吗, 是否, ですか;
 * - `keywords`: words without the form of a question;
 * - `other`: a question of another form, and every question that is not English, Chinese or Japanese.
 *
 * The first rule that matches holds. Patterns, not understanding.
 *
 * @param language BCP 47
 */
export function questionTypeOf(text: string, language: string): QuestionType {
  const rules = RULES[language];
  if (!rules) return 'other';
  const question = text.trim().normalize('NFKC').toLowerCase();
  const found = rules.find(([, pattern]) => pattern.test(question));
  if (found) return found[0];
  return question.endsWith('?') ? 'other' : 'keywords';
}

type Rule = readonly [QuestionType, RegExp];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
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
