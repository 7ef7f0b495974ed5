import type { ModelTask } from '../../../domain/models/configuration';
import models from './curated-models.json';

export interface CuratedModel {
  readonly repository: string;
  readonly task: ModelTask;
  /** In millions. */
  readonly parameters: number;
  /** About what is downloaded of the weights that are taken first without a GPU, in MB. */
  readonly megabytes: number;
  /** About what it takes while it runs, weights and batches, in MB. */
  readonly memory: number;
  /** ISO 639-1; `many` for those of a hundred languages or so. */
  readonly languages: readonly string[];
  readonly licence: string;
  readonly about: string;
  readonly published?: string;
}

/** For English, for many languages, for a few: smaller ones first. */
const MODELS = models as readonly CuratedModel[];

/** Models that suit all of the languages first. @param languages ISO 639-1, regions allowed; empty where unknown */
export function curatedFor(task: ModelTask, languages: readonly string[] = []): readonly CuratedModel[] {
  const wanted = languages.map((language) => language.toLowerCase().split('-')[0]!);
  const suits = ({ languages: known }: CuratedModel): boolean =>
    known.includes('many') || wanted.every((language) => known.includes(language));
  return MODELS.filter((model) => model.task === task).sort((a, b) => Number(suits(b)) - Number(suits(a)));
}
