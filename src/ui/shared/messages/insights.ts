import type { Insight, InsightData, QuestionShare, StageEffect } from '../../../domain/insights/insight';
import type { Evidence } from '../../../domain/slices/slice-tests';
import type { Interval } from '../../../domain/statistics/types';
import { counted, difference, intervalWords, measure, share } from '../format';
import { capital } from '../system-text';
import { pText, slicePhrase } from './slices';

export interface InsightText {
  readonly title: string;
  readonly text: string;
  readonly evidence: string;
}

type NameOf = (system: string) => string;
type LabelOf = (measure: string) => string;

const PARTS: Readonly<Record<StageEffect['part'], string>> = {
  rerank: 'reranking',
  boost: 'boosting',
  filter: 'filtering',
  threshold: 'the score threshold',
};

const EVIDENCE: Readonly<Record<Evidence, string>> = { sure: 'Sure', perhaps: 'Perhaps' };

const does = (evidence: Evidence, verb: string): string =>
  evidence === 'sure' ? (verb === 'do' ? 'does' : `${verb}s`) : `may ${verb}`;

const shareText = ({ count, of, ci95: [low, high] }: QuestionShare): string =>
  `${share(count / of)} of questions, 95 % interval ${share(low)} to ${share(high)}`;

function insightTexts(nameOf: NameOf, labelOf: LabelOf): TextCatalogue {
  return {
    slice: (data) => sliceText(data, nameOf, labelOf),
    stage: (data) => stageText(data, nameOf, labelOf),
    'missed-by-all': ({ k, systems, share: missed, nowhere }) => ({
      title: `${counted(missed.count, 'question')} ${missed.count === 1 ? 'is' : 'are'} missed by all ${counted(systems, 'system')}`,
      text: `No system has a relevant passage ${k === 1 ? 'first' : `among the first ${k}`}${nowhere > 0 ? `; for ${nowhere === missed.count ? 'none of them is there one' : `${nowhere} of them there is none`} in any list` : ''}.`,
      evidence: shareText(missed),
    }),
    'missed-by-best': ({ k, best, share: missed, finder }) => ({
      title: `Other systems find ${counted(missed.count, 'question')} that ${nameOf(best)} misses`,
      text: `${k === 1 ? 'Their first passage is relevant' : `A relevant passage is among their first ${k}`}. ${nameOf(finder.system)} finds most of them: ${finder.count} of ${missed.count}.`,
      evidence: shareText(missed),
    }),
    perfect: ({ measure: name, systems, share: perfect }) => ({
      title: `${counted(perfect.count, 'question')} ${perfect.count === 1 ? 'does' : 'do'} not distinguish systems`,
      text: `All ${counted(systems, 'system')} reach ${labelOf(name)} of 1 on them. Harder questions would show more.`,
      evidence: shareText(perfect),
    }),
  };
}

type TextCatalogue = { readonly [Code in keyof InsightData]: (data: InsightData[Code]) => InsightText };

function sliceText(
  { measure: name, finding, labels, part, dimensions }: InsightData['slice'],
  nameOf: NameOf,
  labelOf: LabelOf,
): InsightText {
  const { system, reference, inside, outside, gap, ci95, evidence, p } = finding;
  const where = slicePhrase(labels.find(({ slice }) => slice === finding.slice)!.label);
  const title =
    part === null
      ? `${nameOf(system)} ${does(evidence, 'do')} ${gap < 0 ? 'worse' : 'better'} ${where}`
      : `${capital(PARTS[part])} ${does(evidence, 'help')} ${gap < 0 ? 'less' : 'more'} ${where}`;
  const label = labelOf(name);
  const against =
    part === null
      ? `Against ${nameOf(reference)}: ${difference(inside, 3)} ${label} there, ${difference(outside, 3)} on the other questions.`
      : `Change in ${label} from ${nameOf(reference)} to ${nameOf(system)}: ${difference(inside, 3)} there, ${difference(outside, 3)} on the other questions.`;
  return {
    title,
    text: `${against} The two are ${apart(gap, ci95)}.`,
    evidence: `${EVIDENCE[evidence]}: p ${pText(p)}, permutation test of all slices, corrected for ${counted(dimensions, 'way')} of dividing the questions`,
  };
}

/** A distance without its sign: `.110 apart (.047 to .172)`. */
function apart(gap: number, [low, high]: Interval): string {
  const [near, far] = gap < 0 ? [-high, -low] : [low, high];
  return `${plain(Math.abs(gap))} apart (${plain(near)} to ${plain(far)})`;
}

const plain = (value: number): string => (value < 0 ? difference(value, 3) : measure(value, 3));

function stageText(
  { system, reference, part, measure: measured, difference: change, ci95, p, stages, evidence }: StageEffect,
  nameOf: NameOf,
  labelOf: LabelOf,
): InsightText {
  const name = PARTS[part];
  const title =
    evidence === 'none'
      ? `No significant effect of ${name} on ${nameOf(reference)}`
      : `${capital(name)} ${does(evidence, change < 0 ? 'harm' : 'improve')} ${nameOf(reference)}`;
  const interval = ci95 ? ` (${intervalWords(ci95)})` : '';
  return {
    title,
    text: `${difference(change, 3)} ${labelOf(measured)}${interval} from ${nameOf(reference)} to ${nameOf(system)}.`,
    evidence: `${evidence === 'none' ? '' : `${EVIDENCE[evidence]}: `}p ${pText(p)}, paired randomisation test${stages > 1 ? `, Holm-corrected for ${counted(stages, 'stage')}` : ''}`,
  };
}

export function insightText(insight: Insight, nameOf: NameOf, labelOf: LabelOf): InsightText {
  // The compiler cannot see that the data belong to the text of the same code.
  return insightTexts(nameOf, labelOf)[insight.code](insight.data as never);
}
