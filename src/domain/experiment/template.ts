import type { LanguageShare } from '../../base/types';
import type { Problem } from '../../base/problem';
import type { Settings } from './settings';

/** What a template is fitted to. */
export interface TemplateInput {
  readonly docs: number;
  /** The most frequent first. */
  readonly languages: readonly LanguageShare[];
  /** Questions with a judgment. */
  readonly judged: number;
  /** The one that settings name first. */
  readonly embeddingModels: readonly { readonly id: string; readonly name: string }[];
  /** External runs that are evaluated. */
  readonly runs: number;
}

/** What a template needs and the collection or this machine lacks. */
export interface TemplateNeeds {
  'second-embedding-model': null;
  'external-run': null;
  'judged-questions': { judged: number; least: number };
}

export type TemplateNeed = Problem<TemplateNeeds>;

/** An experiment that answers a question, to be run on one's own documents. */
export interface Template {
  readonly id: string;
  /** What it sets; all else of an experiment is at its defaults. */
  readonly settings: (collection: TemplateInput) => Partial<Settings>;
  /** Null where all is there. */
  readonly need?: (collection: TemplateInput) => TemplateNeed | null;
  /** Name of a bundled collection that was made for it. */
  readonly sample?: string;
}

/** What is missing where fewer than `least` questions are judged. */
export const enoughJudged =
  (least: number) =>
  ({ judged }: TemplateInput): TemplateNeed | null =>
    judged < least ? { code: 'judged-questions', data: { judged, least } } : null;
