import { editDistance } from '../text/edit-distance';
import {
  averagePrecision,
  cumulatedGain,
  geometricMeans,
  interpolatedPrecision,
  precisionRecall,
  rPrecision,
} from './rank-measures';
import { counts, persistence } from './persistence';
import { bpref, firstRelevant, infAp, judgedShares, type MeasureDefinition } from './measure';
import { setBased, textOverlaps } from './set-based';

export const measureDefinitions = [
  ...firstRelevant,
  ...precisionRecall,
  ...averagePrecision,
  ...cumulatedGain,
  rPrecision,
  bpref,
  ...persistence,
  ...judgedShares,
  ...textOverlaps,
  infAp,
  ...interpolatedPrecision,
  ...setBased,
  ...geometricMeans,
  ...counts,
] as const satisfies readonly MeasureDefinition[];

export type MeasureName = (typeof measureDefinitions)[number]['name'];

export type RegisteredMeasure = MeasureDefinition & { readonly name: MeasureName };

const byAnyName = new Map<string, RegisteredMeasure>(
  measureDefinitions.flatMap((definition: RegisteredMeasure) =>
    [definition.name, ...definition.aliases].map((name) => [name, definition] as const),
  ),
);

export const findMeasure = (name: string): RegisteredMeasure | undefined => byAnyName.get(name);

export function definitionOf({ name }: { readonly name: string }): RegisteredMeasure {
  const definition = byAnyName.get(name);
  if (!definition) throw new RangeError(`no measure is called “${name}”`);
  return definition;
}

/** The measure whose name or alias was probably meant, if any comes close. */
export function closestName(name: string): MeasureName | null {
  const wanted = name.toLowerCase();
  let best: MeasureName | null = null;
  let fewest = Math.min(2, Math.floor(wanted.length / 2)) + 1;
  for (const [known, definition] of byAnyName) {
    const edits = editDistance([...wanted], [...known.toLowerCase()], fewest);
    if (edits < fewest) [best, fewest] = [definition.name, edits];
  }
  return best;
}
