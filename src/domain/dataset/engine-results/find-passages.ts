import { append } from '../../../base/containers';
import { type Doc, docId, type DocId } from '../../../base/types';
import { documentOf } from '../corpus';
import { eachContained, normaliseText } from '../ground-truth-texts';
import type { EngineHit } from './list-log';

interface FoundPassage {
  /** A document of the collection, or where it is not there what the engine calls it. */
  readonly doc: DocId;
  readonly how: 'id' | 'passage' | 'text' | 'unknown' | 'undescribed';
}

export interface PassageFinder {
  readonly field: string | null;
  find(hit: EngineHit): FoundPassage;
}

/**
 * Finds passages by ids of documents, by those of passages, else by texts. Of several fields the one that finds most
 * hits counts: an engine's number may be another document's id by chance. `judged` ids are known where `docs` is none.
 */
export function passageFinder(
  hits: readonly EngineHit[],
  docs: readonly Pick<Doc, 'id' | 'title' | 'text'>[],
  judged: ReadonlySet<string>,
): PassageFinder {
  const known = docs.length > 0 ? new Set<string>(docs.map(({ id }) => id)) : judged;
  const field = likeliestField(hits, known);
  const idOf = ({ ids }: EngineHit): string | undefined => (field === null ? undefined : ids.get(field));
  const lost = hits.filter((hit) => byId(idOf(hit), known) === null);
  const texts =
    docs.length > 0
      ? placesOfTexts(
          lost.flatMap((hit) => hit.texts),
          docs,
        )
      : new Map<string, DocId>();
  return {
    field,
    find(hit) {
      const named = byId(idOf(hit), known);
      if (named) return named;
      const told = hit.texts.map((text) => texts.get(text)).find((doc) => doc !== undefined);
      if (told !== undefined) return { doc: told, how: 'text' };
      // Without documents none is missing.
      const how = docs.length > 0 ? 'unknown' : 'undescribed';
      return { doc: docId(nameOfUnknown(hit, field, known)), how };
    },
  };
}

function byId(id: string | undefined, known: ReadonlySet<string>): FoundPassage | null {
  const doc = id === undefined ? null : documentOf(id, known);
  return doc && { doc, how: doc === id ? 'id' : 'passage' };
}

function likeliestField(hits: readonly EngineHit[], known: ReadonlySet<string>): string | null {
  const found = new Map<string, number>();
  for (const { ids } of hits)
    for (const [field, id] of ids) found.set(field, (found.get(field) ?? 0) + Number(byId(id, known) !== null));
  let [best, most] = [null as string | null, 0];
  for (const [field, count] of found) if (count > most) [best, most] = [field, count];
  return best;
}

/** What the engine calls a passage, so that it has the name of no other document. */
function nameOfUnknown({ ids, texts }: EngineHit, field: string | null, known: ReadonlySet<string>): string {
  const own = field === null ? undefined : ids.get(field);
  if (own !== undefined) return own;
  const [first] = ids;
  if (!first) return (texts[0] ?? '').trim().slice(0, MAX_NAME).trim();
  return known.has(first[1]) ? `${first[0]}=${first[1]}` : first[1];
}

const MAX_NAME = 100;

/** The document that is a text, else the only one that has it in it. A text of several documents tells nothing. */
function placesOfTexts(
  texts: readonly string[],
  docs: readonly Pick<Doc, 'id' | 'title' | 'text'>[],
): ReadonlyMap<string, DocId> {
  const distinct = [...new Set(texts)];
  if (distinct.length === 0) return new Map();
  const needles = distinct.map(normaliseText);
  const bodies = docs.map(({ text }) => normaliseText(text));
  const wholes = docs.map(({ title }, i) => (title === '' ? bodies[i]! : `${normaliseText(title)} ${bodies[i]!}`));
  const byBody = new Map<string, number[]>();
  bodies.forEach((body, doc) => append(byBody, body, doc));
  wholes.forEach((whole, doc) => whole === bodies[doc] || append(byBody, whole, doc));
  const containing = needles.map((): number[] => []);
  eachContained(needles, wholes, (needle, doc) => void containing[needle]!.push(doc));
  return new Map(
    distinct.flatMap((text, i): [string, DocId][] => {
      const found = byBody.get(needles[i]!) ?? containing[i]!;
      return found.length === 1 ? [[text, docs[found[0]!]!.id]] : [];
    }),
  );
}
