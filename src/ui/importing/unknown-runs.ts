import { quoted } from '../../domain/dataset/problem';
import { idsApart } from '../../domain/dataset/runs/ids-apart';
import { plural } from '../shared/format';
import { idsApartText } from '../shared/messages/importing';
import type { FittingRun, RunGround } from './found-runs';

export function whyUnknown(runs: readonly FittingRun[], { judged, docs }: RunGround): string | null {
  const [first] = runs;
  const isApart = docs !== null && runs.every(({ known }) => known === 0);
  const apart = isApart && first ? idsApart(first.source.run.docs, docs.keys()) : null;
  if (apart) return idsApartText(apart, 'documents');
  if (!first || runs.some((run) => run.judged > 0)) return null;
  const [theirs] = first.source.run.queries;
  const [ours] = judged;
  const ids =
    theirs === undefined || ours === undefined
      ? ''
      : ` The first in ${first.source.file} is ${quoted(theirs)}, the first judged here is ${quoted(ours)}.`;
  return `${plural(runs.length, 'None of its questions is', 'None of their questions are')} judged in this collection.${ids}`;
}
