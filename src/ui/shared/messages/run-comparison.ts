import { count, counted, list, difference, MISSING } from '../format';
import type { Json } from '../../../base/types';
import type { Incomparable, IncomparableData } from '../../../domain/run-comparison/comparability';
import type { FigureChange } from '../../../domain/run-comparison/figure-changes';
import type { SettingChange, JsonChange } from '../../../domain/run-comparison/run-origin';
import type { RunChanges } from '../../../workbench/inspect/run-comparison';

const SIDES = { before: 'first', after: 'second' } as const;

type Texts = { readonly [Code in keyof IncomparableData]: (data: IncomparableData[Code]) => string };

const REFUSALS: Texts = {
  'runs-share-no-question': ({ before, after, edited, rejudged }) =>
    edited + rejudged > 0
      ? `No question of the two runs is the same: ${list([
          ...(edited > 0 ? [`${counted(edited, 'question')} with another text`] : []),
          ...(rejudged > 0 ? [`${counted(rejudged, 'question')} judged differently`] : []),
        ])}.`
      : `The runs have no question in common: the first has ${count(before)}, the second ${count(after)}.`,
  'runs-share-no-system': ({ before, after }) =>
    `The runs have no system in common: the first has ${list(before)}, the second ${list(after)}.`,
  'run-lacks-system': ({ run, system }) => `The ${SIDES[run]} run has no system ${system}.`,
  'run-lacks-measure': ({ run, measure }) => `The ${SIDES[run]} run has no ${measure}.`,
  'measure-not-paired': ({ measure }) => `${measure} cannot be compared question by question.`,
  'runs-chunked-otherwise': ({ systems }) =>
    `The chunking is another, so that the passages of ${list(systems)} are not the same. Runs that rank documents can be compared.`,
};

export const refusal = <Code extends Incomparable['code']>({ code, data }: Incomparable & { code: Code }): string =>
  (REFUSALS[code] as (data: unknown) => string)(data);

export function changeTitle(changes: readonly FigureChange[], measure: string, margin: number): string {
  const found = (...findings: FigureChange['finding'][]): FigureChange[] =>
    changes.filter(({ finding }) => findings.includes(finding));
  const described = (some: readonly FigureChange[]): string =>
    list(some.map(({ after, difference: by }) => `${after} (${difference(by, 3)})`));
  const [better, worse] = [found('better'), found('worse')];
  if (better.length + worse.length > 0)
    return [
      ...(worse.length > 0 ? [`${measure} is worse for ${described(worse)}.`] : []),
      ...(better.length > 0 ? [`${measure} is better for ${described(better)}.`] : []),
    ].join(' ');
  const { length } = changes;
  if (found('identical').length === length) return `${measure} changed for no question.`;
  if (found('identical', 'equivalent').length === length)
    return `No change of ${measure} as large as ${difference(margin, 2).replace('+', '')} is plausible.`;
  return `No test shows a change of ${measure}.`;
}

export const FINDINGS: Readonly<Record<FigureChange['finding'], string>> = {
  better: 'Better',
  worse: 'Worse',
  equivalent: 'Equivalent',
  undecided: 'Undecided',
  identical: 'Identical',
};

export function changeLines({ origin, judgments, judgmentsChanged }: RunChanges): string[] {
  const judged = judgments
    ? `Judgments: ${list([
        ...(judgments.added.length > 0 ? [`${count(judgments.added.length)} added`] : []),
        ...(judgments.removed.length > 0 ? [`${count(judgments.removed.length)} removed`] : []),
        ...(judgments.changed.length > 0 ? [`${counted(judgments.changed.length, 'grade')} changed`] : []),
      ])}, in ${counted(judgments.questions.length, 'question')}.`
    : 'Questions or judgments changed. An earlier version made a run, and did not keep which.';
  return [
    ...(judgmentsChanged ? [judged] : []),
    ...(origin.documentsChanged ? ['The documents changed.'] : []),
    ...(origin.documentsChanged === null ? ['A run does not say which documents it searched.'] : []),
    ...(origin.metadataChanged ? ['The metadata of the documents changed.'] : []),
    ...(origin.rechunked.length > 0 ? ['The same chunking now makes other passages.'] : []),
  ];
}

/** `e › revision`; a change of a model, a device or a version. */
export const pathText = ({ path }: JsonChange): string => path.join(' › ');

/** `k1 of bm25 and ensemble`; `Systems`. */
export function settingName({ systems, setting }: Pick<SettingChange, 'systems' | 'setting'>): string {
  if (setting.length === 0) return systems.length === 1 ? 'System' : 'Systems';
  return `${setting.join(' › ')}${systems.length > 0 ? ` of ${list(systems)}` : ''}`;
}

/** What a setting was before and after: `1.2` and `3`; the systems that only one of the runs has. */
export function settingValues({ systems, setting, before, after }: SettingChange): { before: string; after: string } {
  const text = (value: Json | undefined, other: Json | undefined): string => {
    if (setting.length > 0) return ownText(value, other);
    return value === undefined ? MISSING : list(systems);
  };
  return { before: text(before, after), after: text(after, before) };
}

/** Of two lists what only the first has, and how much both have. */
function ownText(value: Json | undefined, other: Json | undefined): string {
  if (!Array.isArray(value) || !Array.isArray(other)) return jsonText(value);
  const own = value.filter((each) => !other.includes(each));
  const common = value.length - own.length;
  if (common === 0 || (common === other.length && own.length === 0)) return jsonText(value);
  return [...own.map((each) => jsonText(each as Json)), `${count(common)} in common`].join(', ');
}

/** `k1 of bm25: 1.2 → 0.1`; `System embedding added`. */
export function settingText(change: SettingChange): string {
  const { systems, setting, before, after } = change;
  if (setting.length === 0)
    return `${settingName(change)} ${list(systems)} ${before === undefined ? 'added' : 'removed'}`;
  if (before === undefined) return `${settingName(change)}: ${settingValues(change).after} added`;
  if (after === undefined) return `${settingName(change)}: ${settingValues(change).before} removed`;
  return `${settingName(change)}: ${settingValues(change).before} → ${settingValues(change).after}`;
}

/** `kind recursive, size 1000`; a value within another is in parentheses. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  const inner = (part: Json): string =>
    part !== null && typeof part === 'object' ? `(${jsonText(part)})` : jsonText(part);
  const parts = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([key, part]) => `${key} ${inner(part as Json)}`);
  return parts.join(', ') || 'none';
}
