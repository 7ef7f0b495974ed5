import type { Ladder, LadderPart } from '../../domain/lab/ladder';

export const RUNG_QUESTIONS: Readonly<Record<LadderPart, string>> = {
  fusion: 'Fuse at all',
  method: 'Another method',
  constant: 'Its constant',
  weights: 'Its weights',
};

const GAINS: Readonly<Record<LadderPart, string>> = {
  fusion: 'fusing',
  method: 'the method',
  constant: 'the constant',
  weights: 'the weights',
};

/** The answer of the ladder, in a sentence or two. */
export function ladderAnswer({ list, rungs }: Ladder): string {
  const paid = rungs.filter(({ pays }) => pays).map(({ part }) => GAINS[part]);
  if (paid.length === 0) return `Use ${list.id} alone: no gain of fusing is shown on these questions.`;
  const stopped = rungs.at(-1)!;
  const end = stopped.pays || stopped.heldOut === null ? '' : ` No gain of choosing ${GAINS[stopped.part]} is shown.`;
  return `Fuse the lists. What pays: ${paid.join(', ')}.${end}`;
}

/** The setting of the last rung that pays; null where none does. */
export const decidedSetting = ({ rungs }: Ladder) => rungs.findLast(({ pays }) => pays)?.chosen ?? null;
