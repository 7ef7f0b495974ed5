import { ARTICLE_TEMPLATES, type Template, type TemplateInput } from './article-templates';
import { QUESTION_TEMPLATES } from './question-templates';
import { DEFAULT_SETTINGS, type Settings } from './settings';

export type TemplateId = (typeof QUESTION_TEMPLATES | typeof ARTICLE_TEMPLATES)[number]['id'];

export const TEMPLATE_GROUPS = { questions: QUESTION_TEMPLATES, articles: ARTICLE_TEMPLATES } as const;

export const TEMPLATES: readonly (Template & { readonly id: TemplateId })[] = [
  ...QUESTION_TEMPLATES,
  ...ARTICLE_TEMPLATES,
];

/**
 * The settings with a template's applied. Parts of an experiment that it does not name are reset to defaults; models
 * and the rest stay.
 */
export function fromTemplate(template: Template, settings: Settings, collection: TemplateInput): Settings {
  const { depth, lists, ks, families, measures, relevance, missing, chunkings, aggregate } = DEFAULT_SETTINGS;
  const usual = { depth, lists, ks, families, measures, relevance, missing, chunkings, aggregate };
  return { ...settings, ...usual, systems: [], composed: [], ...template.settings(collection) };
}
