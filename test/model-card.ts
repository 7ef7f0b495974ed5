import type { ModelCard } from '../src/domain/models/configuration';

/** A model of which a test reads no more than it says. */
export const modelCard = (id: string, task: ModelCard['task'], more: Partial<ModelCard> = {}): ModelCard => ({
  ...{ id, task, name: id, revision: 'r', maxTokens: 256, dimensions: task === 'embedding' ? 8 : null },
  ...{ interpolation: task === 'embedding' ? null : 0.3, bytes: 1, languages: [], ...more },
});
