import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  docId,
  queryId,
  type Doc,
  type DocId,
  type Judgment,
  type QueryId,
  type Ranking,
} from '../../../../src/base/types';
import { documentChanges } from '../../../../src/domain/documents/document-changes';
import { relocate } from '../../../../src/domain/documents/relocate';
import { type ChangedPart, changedPart, rankingChanged } from '../../../../src/domain/label-changes/change-split';
import { DocumentTrace } from '../../../../src/domain/label-changes/documents-step';
import { labelChanges, type LabelReason, traced } from '../../../../src/domain/label-changes/label-changes';
import { uniform } from '../../../../src/domain/statistics/random';
import { collectionPath } from '../../../data';

/** What is done to the one judged document of a question, or to its list, with the classes that this must be given. */
const SEEDED = {
  nothing: ['neither', []],
  rename: ['labels', ['document-renamed']],
  'edit of the whole': ['labels', ['document-edited']],
  'edit before a judged part': ['labels', ['document-edited']],
  'edit after a judged part': ['labels', ['document-edited']],
  'deletion of what was found': ['both', ['document-deleted']],
  'deletion of what was not found': ['labels', ['document-deleted']],
  split: ['both', ['document-split']],
  'other chunking': ['rankings', []],
  'other order': ['rankings', []],
  'another grade': ['labels', ['regraded']],
  'judgment removed': ['labels', ['removed']],
  'judgment added': ['labels', ['added']],
} as const satisfies Record<string, readonly [ChangedPart, readonly LabelReason[]]>;
type Seeded = keyof typeof SEEDED;
const KINDS = Object.keys(SEEDED) as Seeded[];

interface Sides {
  readonly docs: Doc[];
  readonly judgments: Judgment[];
  readonly lists: Map<QueryId, Ranking>;
}

const listOf = (ids: readonly DocId[]): Ranking => ids.map((id, i) => ({ id, score: -i }));

/** One question a kind of change and round, each with a document of its own; documents that are not judged fill lists. */
function seeded(all: readonly Doc[], seed: number) {
  const next = uniform(seed);
  const keyed = all.map((doc) => ({ doc, key: next() }));
  const shuffled = keyed.sort((one, other) => one.key - other.key).map(({ doc }) => doc);
  const rounds = Math.floor(shuffled.length / 2 / KINDS.length);
  const others = shuffled.slice(rounds * KINDS.length).map(({ id }) => id);
  const before: Sides = { docs: [...all], judgments: [], lists: new Map() };
  const after: Sides = { docs: [], judgments: [], lists: new Map() };
  const replaced = new Map<DocId, readonly Doc[]>();
  const kinds = new Map<QueryId, Seeded>();
  shuffled.slice(0, rounds * KINDS.length).forEach((doc, n) => {
    const kind = KINDS[n % KINDS.length]!;
    const query = queryId(`${kind} ${n}`);
    kinds.set(query, kind);
    const half = Math.floor(doc.text.length / 2);
    const span = {
      'edit before a judged part': { start: half, end: doc.text.length },
      'edit after a judged part': { start: 0, end: half },
    }[kind as string];
    const label: Judgment = { query, doc: doc.id, grade: 2, ...(span ? { span } : {}) };
    const rest = [0, 1, 2].map((i) => others[(n + i) % others.length]!);
    const at = Math.floor(next() * (rest.length + 1));
    const unfound = kind === 'deletion of what was not found';
    const list = (...own: DocId[]): DocId[] => [...rest.slice(0, at), ...own, ...rest.slice(at)];
    const docs = changedDocs(kind, doc, half);
    if (docs) replaced.set(doc.id, docs);
    before.judgments.push(label);
    before.lists.set(query, listOf(kind === 'other chunking' ? [docId(`${doc.id}#0-${half}`)] : unfound ? rest : list(doc.id))); // prettier-ignore
    after.judgments.push(...labelsAfter(kind, label, others[n % others.length]!));
    const now = docs?.map(({ id }) => id) ?? [doc.id];
    const listNow = kind === 'other order' ? list(doc.id).reverse() : unfound ? rest : list(...now);
    after.lists.set(query, listOf(kind === 'other chunking' ? [docId(`${doc.id}#0-${half - 9}`)] : listNow));
  });
  after.docs.push(...all.flatMap((doc) => replaced.get(doc.id) ?? [doc]));
  return { before, after, kinds };
}

function changedDocs(kind: Seeded, doc: Doc, half: number): readonly Doc[] | null {
  if (kind === 'rename') return [{ ...doc, id: docId(`moved/${doc.id}`) }];
  if (kind === 'edit after a judged part') return [{ ...doc, text: `${doc.text} Added behind it.` }];
  if (kind.startsWith('edit')) return [{ ...doc, text: `Added in front of it. ${doc.text}` }];
  if (kind.startsWith('deletion')) return [];
  if (kind !== 'split') return null;
  return [doc.text.slice(0, half), doc.text.slice(half)].map((text, i) => ({
    ...doc,
    id: docId(`${doc.id}-${i}`),
    text,
  }));
}

function labelsAfter(kind: Seeded, label: Judgment, other: DocId): readonly Judgment[] {
  if (kind === 'another grade') return [{ ...label, grade: 1 }];
  if (kind === 'judgment removed') return [];
  return kind === 'judgment added' ? [label, { ...label, doc: other, grade: 1 }] : [label];
}

function classified(all: readonly Doc[], seed: number) {
  const { before, after, kinds } = seeded(all, seed);
  const documents = documentChanges(before.docs, after.docs);
  const edited = { judgments: [...after.judgments] };
  // The labels that the person left follow the documents, as when a folder is read again.
  const { judgments, traced: parts } = relocate(before.docs, after.docs, edited);
  const asBefore = relocate(before.docs, after.docs, before).traced;
  const trace = new DocumentTrace([{ to: '', documents, parts: [...asBefore, ...parts] }]);
  const changes = labelChanges(before, { judgments }, trace);
  return [...kinds].map(([query, kind]) => {
    const reasons = changes.filter((change) => change.query === query).map(({ reason }) => reason);
    const moved = rankingChanged(before.lists.get(query)!, after.lists.get(query)!, trace, 10);
    return { kind, found: [changedPart(reasons.length > 0, moved), reasons] };
  });
}

const WORDS = ['valve', 'pump', 'filter', 'boiler', 'pipe', 'gauge', 'tank', 'rotor', 'seal', 'shaft'];
function generated(seed: number): Doc[] {
  const next = uniform(seed);
  return Array.from({ length: 6 * KINDS.length }, (_, i) => ({
    id: docId(`docs/${i}.txt`),
    title: '',
    text: `Number ${i}: ${Array.from({ length: 40 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ')}.`,
  }));
}

const cranfield = collectionPath('cranfield', 'corpus.jsonl');
function realDocs(): Doc[] {
  const lines = readFileSync(cranfield!, 'utf8').trim().split('\n').slice(0, 600);
  const docs = lines.map((line) => JSON.parse(line) as { _id: string; text: string });
  const texts = new Set<string>();
  return docs.flatMap(({ _id, text }) => {
    if (text.length < 200 || texts.has(text)) return [];
    texts.add(text);
    return [{ id: docId(_id), title: '', text }];
  });
}

describe('seeded changes of a collection', () => {
  it.each([1, 2, 3, 4, 5])('are all classified as what they are: generated documents, seed %i', (seed) => {
    const rows = classified(generated(seed), seed);
    expect(rows).toHaveLength(3 * KINDS.length);
    for (const { kind, found } of rows) expect([kind, ...found]).toEqual([kind, ...SEEDED[kind]]);
  });

  it.skipIf(!cranfield)('are all classified as what they are: Cranfield', () => {
    const rows = classified(realDocs(), 7);
    expect(rows.length).toBeGreaterThan(250);
    for (const { kind, found } of rows) expect([kind, ...found]).toEqual([kind, ...SEEDED[kind]]);
  });
});

describe('labels that come to one place', () => {
  const [q, a, b, c] = [queryId('q'), docId('a'), docId('b'), docId('c')];
  const both = new DocumentTrace([
    {
      to: '',
      documents: [
        { kind: 'merged', from: a, to: [c] },
        { kind: 'merged', from: b, to: [c] },
      ],
      parts: [a, b].map((doc) => ({ from: { doc }, to: { doc: c, start: 0, end: 9 } })),
    },
  ]);
  const judged = (...grades: [number, number]): Judgment[] => [a, b].map((doc, i) => ({ query: q, doc, grade: grades[i]! })); // prettier-ignore

  it('are duplicates with one grade, and contradict each other with two: the higher one counts', () => {
    const now = (grade: number) => ({ judgments: [{ query: q, doc: c, grade }] });
    const reasons = (...[before, grade]: [[number, number], number]) =>
      labelChanges({ judgments: judged(...before) }, now(grade), both).map(({ reason }) => reason);
    expect(reasons([1, 1], 1)).toEqual(['document-merged', 'duplicate']);
    expect(reasons([2, 1], 2)).toEqual(['document-merged', 'contradictory']);
    expect(traced({ judgments: judged(1, 2) }, both).judgments).toEqual([{ query: q, doc: c, grade: 2 }]);
  });
});

describe('needs', () => {
  const [q, a, b] = [queryId('q'), docId('a'), docId('b')];
  const renamed = new DocumentTrace([{ to: '', documents: [{ kind: 'renamed', from: a, to: [b] }], parts: [] }]);
  const needing = (doc: DocId) => ({ judgments: [], requirements: [{ query: q, needs: [{ docs: [doc] }] }] });

  it('follow their documents, and are reported where they are others', () => {
    expect(labelChanges(needing(a), needing(b), renamed)).toEqual([]);
    expect(labelChanges(needing(a), needing(a), renamed)).toMatchObject([{ query: q, reason: 'needs' }]);
    const gone = new DocumentTrace([{ to: '', documents: [{ kind: 'deleted', from: a, to: [] }], parts: [] }]);
    expect(traced({ ...needing(a), judgments: [{ query: q, doc: a, grade: 1 }] }, gone)).toEqual({
      judgments: [],
      requirements: [{ query: q, needs: [{ docs: [] }] }],
      lost: [{ query: q, doc: a, grade: 1 }],
    });
  });
});
