import type { CuratedModel } from '../../domain/models/curated';

/** Address of the page that downloads, filled in with a model where one is given. */
export function airlockHref(model?: Pick<CuratedModel, 'repository' | 'revision'>): string {
  if (!model) return './airlock.html';
  return `./airlock.html?${new URLSearchParams({ repo: model.repository, revision: model.revision }).toString()}`;
}
