import type { PerturbationKind } from '../../../domain/robustness/perturbation';
import type { Robustness, RobustnessLoss } from '../../../workbench/run/robustness';
import { difference, intervalWords, list } from '../format';

interface KindText {
  readonly name: string;
  /** As part of a sentence: “loses most from …”. */
  readonly from: string;
  readonly what: string;
}

export const PERTURBATION_TEXTS: Readonly<Record<PerturbationKind, KindText>> = {
  typing: {
    name: 'Typing errors',
    from: 'typing errors',
    what: 'One wrong keystroke in every fifth word of Latin letters: a neighbouring key, two letters swapped, one left out, one doubled',
  },
  keywords: {
    name: 'Keywords',
    from: 'keywords instead of a sentence',
    what: 'The content words alone, in their order',
  },
  case: { name: 'Case', from: 'another case', what: 'In lower case; in capitals where it is in lower case already' },
  diacritics: { name: 'No diacritics', from: 'missing diacritics', what: 'Latin letters without accents' },
  width: {
    name: 'Width',
    from: 'full and half width',
    what: 'Letters and digits of the other width, in Chinese, Japanese and Korean questions',
  },
  kana: {
    name: 'Kana',
    from: 'wrong kana',
    what: 'One wrong kana in ten: small for large, voiced for unvoiced, or of similar shape',
  },
  unconverted: {
    name: 'Unconverted',
    from: 'words left in hiragana',
    what: 'One word with kanji in five left in hiragana, in Japanese questions',
  },
  pinyin: {
    name: 'Pinyin',
    from: 'wrong homophones',
    what: 'One Chinese word in five replaced by a word of these documents that is typed with the same pinyin, tones aside',
  },
};

/** 95 %, two-sided. */
const ALPHA = 0.05;

export type LossLook = 'worse-sure' | 'worse-perhaps' | 'better-sure' | 'better-perhaps' | 'none';

/** `sure`: by the p corrected for all cells. `perhaps`: by its own interval alone. */
export function lossLook(
  { difference: by, interval, corrected }: RobustnessLoss,
  better: 'higher' | 'lower',
): LossLook {
  const side = by < 0 === (better === 'higher') ? 'worse' : 'better';
  if (by !== 0 && corrected !== null && corrected < ALPHA) return `${side}-sure`;
  return interval && (interval[0] > 0 || interval[1] < 0) ? `${side}-perhaps` : 'none';
}

/** The answer in one sentence: the largest loss that a test shows. */
export function robustnessTitle(
  { losses, kinds, measure, systems }: Robustness,
  better: 'higher' | 'lower',
  nameOf: (system: string) => string,
): string {
  if (systems.length === 0) return 'No system of this run can be asked in other forms.';
  if (kinds.length === 0) return 'No question can be asked in another of these forms.';
  const shown = losses.filter((loss) => lossLook(loss, better) === 'worse-sure');
  if (shown.length === 0) return `No test shows a loss of ${measure}.`;
  const most = shown.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a));
  const interval = most.interval ? ` (95 % interval ${intervalWords(most.interval)})` : '';
  return `${nameOf(most.system)} loses most from ${PERTURBATION_TEXTS[most.kind].from}: ${difference(most.difference, 3)} ${measure}${interval}.`;
}

export const leftOutText = (systems: readonly string[], nameOf: (system: string) => string): string =>
  `Left out: ${list(systems.map(nameOf))}. External runs, supplied vectors and rewrites are of the questions as they were, and what is trained would be trained on other questions.`;
