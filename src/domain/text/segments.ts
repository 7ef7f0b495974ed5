import { valueOf } from '../../base/containers';
import { hashText } from '../../base/hash';
import { type Analyzer, plainText } from './plain-text';

/** UTF-16 units that are segmented at once. */
const WINDOW = 2048;

export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isWordLike: boolean;
}

/**
 * Segments in the order of the text, which is read by windows: V8 takes time that grows with the square of the length.
 * What ends in the last quarter of a window is segmented again. @throws {Error} without `Intl.Segmenter`
 */
export function* segmentsOf(
  text: string,
  granularity: 'word' | 'sentence',
  locale: string,
  window = WINDOW,
): Generator<Segment> {
  if (typeof Intl.Segmenter !== 'function')
    throw new Error('This browser has no Intl.Segmenter: choose another way of cutting text, or a newer browser.');
  const segmenter = valueOf(segmenters, `${granularity} ${locale}`, () => new Intl.Segmenter(locale, { granularity }));
  let length = window;
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + length);
    const sure = to === text.length ? to : to - length / 4;
    const start = from;
    for (const { index, segment, isWordLike = false } of segmenter.segment(text.slice(start, to))) {
      const end = start + index + segment.length;
      if (end > sure) break;
      yield { start: start + index, end, text: segment, isWordLike };
      from = end;
    }
    // Longer than a window.
    length = from === start ? length * 2 : window;
  }
}

const segmenters = new Map<string, Intl.Segmenter>();

/** One for all: browsers choose a dictionary by script, and Han alone must be cut alike in both languages. */
const LOCALE = 'en';

/** Browsers differ: see {@link segmenterIdentity}. @throws {Error} without `Intl.Segmenter` */
export function segmenterWords(): Analyzer {
  return (text) => wordsOf(plainText(text));
}

/** For cache keys: a hash of the words of a fixed text. @throws {Error} without `Intl.Segmenter` */
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
