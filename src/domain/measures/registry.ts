import { editDistance } from '../text/edit-distance';
import { bpref } from './bpref';
import { numNonrelJudgedRet, numQ, numRel, numRelRet, numRet } from './counts';
import { elevenPoint } from './eleven-point';
import { err } from './err';
import { f1 } from './f1';
import { gmBpref } from './gm-bpref';
import { gmMap } from './gm-map';
import { hitRate } from './hit-rate';
import { hole } from './hole';
import { infAp } from './inf-ap';
import { interpolatedPrecision } from './interpolated-precision';
import { judged } from './judged';
import { map } from './map';
import { mapMin } from './map-min';
import type { MeasureDefinition } from './measure';
import { mrr } from './mrr';
import { ndcg } from './ndcg';
import { ndcgExp } from './ndcg-exp';
import { precision } from './precision';
import { rPrecision } from './r-precision';
import { rbp } from './rbp';
import { rbpGraded } from './rbp-graded';
import { rbpResidual } from './rbp-residual';
import { recall } from './recall';
import { recallCapped } from './recall-capped';
import { setF } from './set-f';
import { setMap } from './set-map';
import { setPrecision } from './set-precision';
import { setRecall } from './set-recall';

/** Every measure that can be asked for, in the order in which reports show them. */
export const measureDefinitions = [
  hitRate,
  mrr,
  precision,
  recall,
  f1,
  recallCapped,
  map,
  mapMin,
  ndcg,
  ndcgExp,
  rPrecision,
  bpref,
  rbp,
  rbpGraded,
  rbpResidual,
  err,
  judged,
  hole,
  infAp,
  elevenPoint,
  interpolatedPrecision,
  setPrecision,
  setRecall,
  setF,
  setMap,
  gmMap,
  gmBpref,
  numQ,
  numRet,
  numRel,
  numRelRet,
  numNonrelJudgedRet,
] as const satisfies readonly MeasureDefinition[];

export type MeasureName = (typeof measureDefinitions)[number]['name'];

export type RegisteredMeasure = MeasureDefinition & { readonly name: MeasureName };

export const measureNames: readonly MeasureName[] = measureDefinitions.map(({ name }) => name);

const byAnyName = new Map<string, RegisteredMeasure>(
  measureDefinitions.flatMap((definition: RegisteredMeasure) =>
    [definition.name, ...definition.aliases].map((name) => [name, definition] as const),
  ),
);

/** @param name published name or alias, case matters */
export function findMeasure(name: string): RegisteredMeasure | undefined {
  return byAnyName.get(name);
}

/** @throws {RangeError} if no measure has this name, as in a file of another version */
export function definitionOf({ name }: { readonly name: string }): RegisteredMeasure {
  const definition = byAnyName.get(name);
  if (!definition) throw new RangeError(`no measure is called “${name}”`);
  return definition;
}

/** The name or alias that was probably meant, if any comes close. */
export function closestName(name: string): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let fewest = Math.min(2, Math.floor(wanted.length / 2)) + 1;
  for (const [known, definition] of byAnyName) {
    const edits = editDistance([...wanted], [...known.toLowerCase()], fewest);
    if (edits < fewest) [best, fewest] = [definition.name, edits];
  }
  return best;
}
