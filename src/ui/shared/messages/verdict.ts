import type { ComparedVerdict, NoVerdict, SlowerSystem, Verdict } from '../../../domain/verdict/types';
import { count, difference, latencyText, list, measure as value, counted, interval, measure, share } from '../format';
import { capital } from '../system-text';
import {
  type BadgeText,
  badgeTexts,
  inWords,
  marginText,
  NAMED_AT_ONCE,
  testText,
  type VerdictNames,
} from './verdict-badges';
import type { NoAnswerReport, SystemRefusals } from '../../../domain/no-answer/no-answer';

export interface VerdictSpan {
  readonly text: string;
  readonly strong: boolean;
}

export interface VerdictText {
  readonly title: string;
  readonly sentences: readonly (readonly VerdictSpan[])[];
  readonly badges: readonly BadgeText[];
}

export function verdictText(verdict: Verdict, names: VerdictNames): VerdictText {
  switch (verdict.kind) {
    case 'none':
      return { ...noVerdict[verdict.reason](verdict, names), badges: [] };
    case 'single':
      return {
        title: `Only ${names.name(verdict.system)} was run.`,
        sentences: [
          [plain(`Its ${verdict.measure} is ${value(verdict.mean, 3)}. Run a second system to compare it with.`)],
        ],
        badges: [],
      };
    default: {
      const baseline = [...baselineSpans(verdict, names), ...othersSpans(verdict, names)];
      const sentences = [baseline, costSpans(verdict, names)].filter((spans) => spans.length > 0);
      return { title: titleOf(verdict, names), sentences, badges: badgeTexts(verdict, names) };
    }
  }
}

export function verdictCopy(verdict: Verdict, names: VerdictNames): string {
  const { title, sentences, badges } = verdictText(verdict, names);
  const figures = verdict.kind === 'none' || verdict.kind === 'single' ? [] : figureLines(verdict, names);
  return [
    title,
    ...(sentences.length > 0 ? [sentences.map((spans) => spans.map(({ text }) => text).join('')).join(' ')] : []),
    ...figures,
    ...badges.map(({ state, text }) => (state === 'amber' ? `Caution: ${text}.` : `${text}.`)),
  ].join('\n');
}

function figureLines({ measure, gain, recommended, baseline }: ComparedVerdict, { name }: VerdictNames): string[] {
  const time = recommended.latency === null ? [] : [`Median time per question: ${latencyText(recommended.latency)}.`];
  if (!gain || baseline === null) return time;
  return [`${measure} over ${name(baseline)}: ${difference(gain.difference, 3)}; ${testText(gain)}.`, ...time];
}

const noVerdict: Readonly<
  Record<NoVerdict['reason'], (verdict: NoVerdict, names: VerdictNames) => Pick<VerdictText, 'title' | 'sentences'>>
> = {
  systems: () => ({ title: 'No system was run.', sentences: [] }),
  questions: () => ({
    title: 'Too few questions for a verdict.',
    sentences: [[plain('A comparison needs at least two judged questions.')]],
  }),
  shared: () => ({
    title: 'The systems cannot be compared.',
    sentences: [[plain('Fewer than two questions have results from every system.')]],
  }),
  unbounded: ({ measure }) => ({
    title: `No verdict by ${measure} before all questions are judged.`,
    sentences: [[plain('Its values have no upper limit, so no interval holds at every look. Choose another measure.')]],
  }),
  direction: ({ measure }) => ({
    title: `No verdict by ${measure}.`,
    sentences: [[plain('Neither a higher nor a lower value of it is better. Choose another measure.')]],
  }),
};

const plain = (text: string): VerdictSpan => ({ text, strong: false });
const strong = (text: string): VerdictSpan => ({ text, strong: true });

const nounOf = (ids: readonly string[], { isHybrid }: VerdictNames): string =>
  ids.every(isHybrid) ? 'hybrids' : 'systems';

function groupText(ids: readonly string[], all: number, names: VerdictNames): string {
  if (ids.length === all) return all === 2 ? list(ids.map(names.name)) : `all ${inWords(all)} ${nounOf(ids, names)}`;
  if (ids.length <= NAMED_AT_ONCE) return list(ids.map(names.name));
  const noun = nounOf(ids, names);
  return noun === 'systems' ? `${inWords(ids.length)} of ${inWords(all)} systems` : `${inWords(ids.length)} ${noun}`;
}

function titleOf({ kind, best, systems, margin, recommended }: ComparedVerdict, names: VerdictNames): string {
  const use = `Use ${names.name(recommended.system)}.`;
  const group = capital(groupText(best, systems.length, names));
  switch (kind) {
    case 'identical':
      return `${group} score the same on every question. ${use}`;
    case 'equivalent':
      return `${group} are equally good within ${marginText(margin)}. ${use}`;
    case 'tie':
      return `${group} tie for best. ${use}`;
    case 'winner':
      if (best[0] !== recommended.system)
        return `${names.name(best[0]!)} is best, but by less than ${marginText(margin)}. ${use}`;
      return systems.length === 2
        ? `${names.name(best[0]!)} is better than ${names.name(systems[1]!.system)}. Use it.`
        : `${names.name(best[0]!)} is the best of ${inWords(systems.length)} systems. Use it.`;
  }
}

function baselineSpans(verdict: ComparedVerdict, { name }: VerdictNames): VerdictSpan[] {
  const { gain, baseline, recommended, kind, margin, systems, measure } = verdict;
  const within = systems.some(({ system, withinMargin }) => system === recommended.system && withinMargin);
  if (baseline === null || kind === 'identical') return [];
  if (!gain) {
    if (baseline !== recommended.system) return [];
    if (kind === 'winner' && verdict.best[0] === baseline) return [];
    return [
      strong('It is the baseline'),
      plain(`: no other system is shown to be better by more than ${marginText(margin)}. `),
    ];
  }
  switch (gain.finding) {
    case 'better':
      return [strong(`It beats ${name(baseline)}`), plain(` by ${value(gain.difference, 3)} ${measure}. `)];
    case 'worse':
      return [
        strong(`It is worse than ${name(baseline)}`),
        plain(
          ` by ${value(Math.abs(gain.difference), 3)} ${measure}${within ? `, less than the ${marginText(margin)} that matters` : ''}. `,
        ),
      ];
    case 'open':
      return [strong(`Its difference from ${name(baseline)} is not significant`), plain('. ')];
  }
}

function othersSpans(
  { kind, best, recommended, systems, margin }: ComparedVerdict,
  names: VerdictNames,
): VerdictSpan[] {
  const own = systems.find(({ system }) => system === recommended.system)!;
  switch (kind) {
    case 'identical':
      return [plain('Nothing in these questions tells them apart.')];
    case 'winner':
      if (best[0] !== recommended.system || systems.length === 2) return [];
      return [plain('It is significantly better than every other system.')];
    case 'equivalent':
      return [plain(`All that may be best are shown to be within ${marginText(margin)} of the best.`)];
    case 'tie': {
      const ahead = value(-own.toBest[0], 3);
      const others = best.filter((id) => id !== recommended.system);
      const separates =
        others.length === 1
          ? `No test separates it from ${names.name(others[0]!)}`
          : `No test separates the ${inWords(best.length)}`;
      const could = own.withinMargin
        ? `, and it is shown to be within ${marginText(margin)} of the best`
        : `: another could be ahead by up to ${ahead}`;
      return [plain(`${separates}${could}.`)];
    }
  }
}

function costSpans({ recommended, margin }: ComparedVerdict, names: VerdictNames): VerdictSpan[] {
  const { slower } = recommended;
  if (slower.length === 0) return [];
  const fastest = Math.min(...slower.map(({ latency }) => latency));
  const isReranking = !names.isReranked(recommended.system) && slower.every(({ system }) => names.isReranked(system));
  const one = slower.length === 1;
  const who = isReranking ? 'Reranking' : one ? names.name(slower[0]!.system) : `The ${inWords(slower.length)} slower`;
  const take = isReranking || one ? 'takes' : 'take';
  const time = `${latencyText(fastest)}${one ? '' : ' or more'} per question`;
  return [
    strong(`${who} ${take} ${timesText(Math.min(...slower.map(({ times }) => times)))}`),
    plain(`, ${time}, and ${gainOfSlower(slower, margin, isReranking || one)}.`),
  ];
}

function gainOfSlower(slower: readonly SlowerSystem[], margin: number, isOne: boolean): string {
  const better = slower.filter(({ test }) => test.finding === 'better');
  if (better.length > 0) {
    const most = Math.max(...better.map(({ test }) => test.difference));
    return `${isOne ? 'gains' : 'gain'} ${value(most, 3)}${better.length > 1 ? ' at most' : ''}, less than the ${marginText(margin)} that matters`;
  }
  const brings = isOne ? 'brings' : 'bring';
  const highest = Math.max(...slower.map(({ test }) => test.difference));
  return highest > margin
    ? `${brings} ${difference(highest, 3)}, which is not significant`
    : `${brings} no significant gain`;
}

/** `over 200 times as long`: the first digit, rounded down. */
function timesText(times: number): string {
  if (!Number.isFinite(times)) return 'far longer';
  const digit = 10 ** Math.floor(Math.log10(times));
  const rounded = Math.floor(times / digit) * digit;
  const over = times > rounded ? 'over ' : '';
  return rounded === 2 ? `${over}twice as long` : `${over}${count(rounded)} times as long`;
}

/** How well a system tells questions without an answer from the others, in a sentence or two. */
export function noAnswerText({ answerable, unanswerable }: NoAnswerReport, refusals: SystemRefusals | null): string {
  const of = `${counted(unanswerable, 'question')} without an answer`;
  if (!refusals) return `It learns from the questions of this run, so that ${of} cannot be asked held out.`;
  const { heldOut, area } = refusals;
  const auc = area.auc === null ? '' : ` AUC ${measure(area.auc, 3)}${area.ci95 ? ` ${interval(area.ci95)}` : ''}.`;
  if (!heldOut) return `${of}: too few to choose a threshold on some and measure it on others.${auc}`;
  const { falseAnswers, falseRefusals, balanced, ci95 } = heldOut;
  return (
    `Says ‘no answer’ rightly for ${share(1 - falseAnswers)} of ${of}, and wrongly for ${share(falseRefusals)} of ` +
    `${answerable} with one, by a held-out threshold on the first score: balanced accuracy ${measure(balanced, 3)} ` +
    `${interval(ci95)}, where always and never answering have .5.${auc}`
  );
}
