import { hashText } from '../../base/hash';
import type { Analyzer } from './analyzer';
import { plainText } from './plain-text';
import { segmentsOf } from './segments';

/**
 * The browser chooses its dictionary by script, whatever the locale (Chinese, Japanese, Thai, Khmer, Lao, Burmese), so one
 * locale serves them all. Asking for that of the language would cut a Japanese question of Han alone by other rules than
 * its passages, wherever a browser does tell them apart.
 */
const LOCALE = 'en';

/**
 * The words of `Intl.Segmenter`: segments that it calls word-like. Dictionaries are the browser's and change with its
 * version; see {@link segmenterIdentity}.
 *
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function segmenterWords(): Analyzer {
  return (text) => wordsOf(plainText(text));
}

/**
 * A name for how this browser segments, for cache keys and manifests: a hash of the words of a fixed text. Two browsers
 * that differ in it give different words for some text; two that agree may still differ for a text that the probe does
 * not hold.
 *
 * @returns `segmenter:` and 16 hexadecimal digits
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function segmenterIdentity(): string {
  identity ??= `segmenter:${hashText(wordsOf(PROBE).join('\n')).slice(0, 16)}`;
  return identity;
}

let identity: string | null = null;

function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const segment of segmentsOf(text, 'word', LOCALE)) if (segment.isWordLike) found.push(segment.text);
  return found;
}

/** A few sentences of every script that takes a dictionary, and signs over which rules have changed. */
const PROBE = [
  '今天天气很好，我们在南京市长江大桥上喝北京烤鸭味的咖啡。研究生命的起源，结婚的和尚未结婚的人工智能半导体制造设备。',
  '他說臺灣積體電路製造公司的先進製程領先全球，機器學習與自然語言處理。',
  'すもももももももものうち。東京都に住んでいる人々は、関西国際空港限定トートバッグを買いました。',
  '自然言語処理と機械学習の半導体製造装置をスマートフォンで調べてみたらしいのです。',
  '한국어 형태소 분석은 어렵습니다. 반도체제조장비',
  'ภาษาไทยเขียนติดกันไม่มีช่องว่างระหว่างคำ ตากลมมาก สวัสดีครับ',
  'ພາສາລາວບໍ່ມີຍະຫວ່າງລະຫວ່າງຄຳ',
  'ភាសាខ្មែរមិនមានចន្លោះរវាងពាក្យទេ',
  'မြန်မာစာတွင်စကားလုံးများကြားကွက်လပ်မရှိပါ',
  "don't o’neill x:y a.b 3.14 1,000 v2.5_beta e-mail c++ größe çok ελλάδα привет שלום العربية हिन्दी 𠮷野家 ½ ㎏ a·b",
].join('\n');
