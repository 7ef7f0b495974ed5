import {
  dimensionOf,
  type Membership,
  MIN_SLICE,
  partition,
  type ContentTerms,
  type Dimension,
  type RelevantPassage,
  type SlicedQuestion,
} from './dimension';

/** Up to this share of a question's content words in the passage is few. */
const FEW = 1 / 3;
const MAX_FIELDS = 4;
const MAX_VALUES = 8;

export function relevanceDimensions(
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  contentTerms: ContentTerms,
): (Dimension | null)[] {
  return [
    partition('shared-words', sharedWords(questions, passages, contentTerms), { order: ['few', 'more'] }),
    partition(
      'relevant-passages',
      questions.map(({ relevant }) => {
        if (relevant.length === 0) return null;
        const several = relevant.length > 1;
        return { key: several ? 'several' : 'one', label: { code: 'relevant-passages', data: { several } } };
      }),
      { order: ['one', 'several'] },
    ),
    folderDimension(questions, passages),
    ...metadataDimensions(questions, passages),
  ];
}

function sharedWords(
  questions: readonly SlicedQuestion[],
  passages: readonly RelevantPassage[],
  contentTerms: ContentTerms,
): (Membership | null)[] {
  const held = passages.map(({ text }) => contentTerms(text));
  return questions.map(({ text, relevant }) => {
    const share = sharedShare(
      contentTerms(text),
      relevant.map((passage) => held[passage]!),
    );
    if (share === null) return null;
    const few = share <= FEW;
    return { key: few ? 'few' : 'more', label: { code: 'shared-words', data: { few } } };
  });
}

/** Share of a question's content words that the best relevant passage holds; null where there is none of either. */
export function sharedShare(asked: ReadonlySet<string>, passages: readonly ReadonlySet<string>[]): number | null {
  if (asked.size === 0 || passages.length === 0) return null;
  return Math.max(...passages.map((held) => [...asked].filter((term) => held.has(term)).length / asked.size));
}

function folderDimension(questions: readonly SlicedQuestion[], passages: readonly RelevantPassage[]): Dimension | null {
  const folders = passages.map(({ doc }) => doc.split(/[/\\]/).slice(0, -1));
  for (let level = 1; folders.some((path) => path.length >= level); level++) {
    const names = folders.map((path) => path.slice(0, level).join('/'));
    if (new Set(names).size < 2) continue;
    const found = partition(
      'folder',
      membershipOfAll(questions, names, (folder) => ({ code: 'folder', data: { folder } })),
    );
    if (found) return found;
  }
  const docs = passages.map(({ doc }) => doc);
  return partition(
    'document',
    membershipOfAll(questions, docs, (doc) => ({ code: 'document', data: { doc } })),
  );
}

function metadataDimensions(questions: readonly SlicedQuestion[], passages: readonly RelevantPassage[]) {
  const fields = [...new Set(passages.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].sort();
  const made = fields.flatMap((field) => {
    const values = passages.map(({ metadata }) => categoryOf(metadata?.[field]));
    const different = new Set(values.filter((value) => value !== null)).size;
    if (different < 2 || different > MAX_VALUES) return [];
    const memberships = membershipOfAll(questions, values, (value) => ({ code: 'metadata', data: { value } }));
    const dimension = partition('metadata', memberships, { field });
    return dimension ? [{ dimension, has: memberships.filter((each) => each !== null).length }] : [];
  });
  return made
    .sort((a, b) => b.has - a.has)
    .slice(0, MAX_FIELDS)
    .map(({ dimension }) => dimension);
}

function categoryOf(value: string | number | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : null;
  return value.length === 1 ? value[0]! : null;
}

/** Several values make a slice of their own; questions whose passages have none are in no slice. */
function membershipOfAll<Value extends string>(
  questions: readonly SlicedQuestion[],
  values: readonly (Value | null)[],
  labelOf: (value: Value | null) => Membership['label'],
): (Membership | null)[] {
  return questions.map(({ relevant }) => {
    const own = [...new Set(relevant.map((passage) => values[passage]!))].filter((value) => value !== null);
    const [first] = own;
    if (first === undefined) return null;
    // A space cannot begin the name of a value.
    return own.length > 1 ? { key: ' several', label: labelOf(null) } : { key: first, label: labelOf(first) };
  });
}

export function tagDimension(questions: readonly SlicedQuestion[]): Dimension | null {
  const tags = [...new Set(questions.flatMap((question) => question.tags))].sort();
  const positions = [...questions.keys()];
  const slices = tags.map((tag) => ({
    key: tag,
    label: { code: 'tag', data: { tag } } as const,
    questions: positions.filter((q) => questions[q]!.tags.includes(tag)),
  }));
  const untagged = {
    key: ' untagged',
    label: { code: 'untagged', data: null } as const,
    questions: positions.filter((q) => questions[q]!.tags.length === 0),
  };
  const large = [...slices, untagged].filter(({ questions }) => questions.length >= MIN_SLICE);
  return dimensionOf('tag', large);
}
