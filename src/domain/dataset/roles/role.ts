/** What a field of a table can be, each with the field under which readers of formats know it. */
export const ROLE_FIELDS = {
  question: 'user_input',
  'question-id': 'query_id',
  answer: 'answer',
  quotation: 'ground_truth_texts',
  document: 'doc_id',
  text: 'text',
  title: 'title',
  grade: 'grade',
  relevant: 'reference_context_ids',
  'relevant-text': 'reference_contexts',
  retrieved: 'retrieved_context_ids',
  'retrieved-text': 'retrieved_contexts',
  'retrieved-score': 'retrieved_scores',
  rank: 'rank',
  score: 'score',
  system: 'system',
  split: 'split',
  vector: 'vector',
  rewrites: 'rewrites',
  excluded: 'excluded_ids',
  unanswerable: 'unanswerable',
  latency: 'latency_ms',
  context: 'passage_context',
  passage: 'passage_id',
  start: 'start',
  end: 'end',
  shown: 'shown',
  clicks: 'clicks',
} as const;

export type Role = keyof typeof ROLE_FIELDS;

/** Under it roles are remembered, by the names of a table's fields. */
export const ROLES_SETTING = 'roles-of-fields';

export const ROLES = Object.keys(ROLE_FIELDS) as readonly Role[];

/** The field of each role, by its path: `documents.id` is that of each item of a list. */
export type Mapping = Readonly<Partial<Record<Role, string>>>;

/** Whether roles are enough to read a table by. */
export function isEnough(mapping: Mapping): boolean {
  const has = (...roles: readonly Role[]): boolean => roles.some((role) => mapping[role] !== undefined);
  if (has('context')) return has('passage', 'document', 'text');
  if (has('clicks')) return has('question') && has('shown');
  if (has('question', 'question-id'))
    return has(
      'quotation',
      'answer',
      'document',
      'relevant',
      'relevant-text',
      'retrieved',
      'retrieved-text',
      'rewrites',
    );
  return has('document') && has('text', 'vector');
}

const QUESTION = ['question', 'question-id'] as const;
const LISTS = ['relevant', 'relevant-text', 'retrieved', 'retrieved-text'] as const;

/** Kinds of tables by a role that tells them, and the roles that each is read by; of two that fit, the first. */
const KINDS: readonly (readonly [told: readonly Role[], read: readonly Role[]])[] = [
  [['context'], ['context', 'passage', 'document', 'start', 'end', 'text']],
  [['clicks'], ['question', 'shown', 'clicks']],
  [['vector'], ROLES],
  [['rewrites'], [...QUESTION, 'rewrites']],
  [LISTS, [...QUESTION, ...LISTS, 'retrieved-score', 'quotation', 'answer', 'excluded', 'unanswerable']],
  [
    ['rank', 'score'],
    [...QUESTION, 'document', 'text', 'rank', 'score', 'system', 'latency'],
  ],
  [['grade'], [...QUESTION, 'document', 'grade']],
];

/** Roles of fields that no reader of such a table takes. */
export function unreadRoles(mapping: Mapping): readonly Role[] {
  const kind = KINDS.find(([told]) => told.some((role) => mapping[role] !== undefined));
  return kind ? ROLES.filter((role) => mapping[role] !== undefined && !kind[1].includes(role)) : [];
}

/** Whether a table is of documents, whose other fields are their metadata. */
export const isOfDocuments = (mapping: Mapping): boolean =>
  mapping.text !== undefined && ([...QUESTION, 'context'] as const).every((role) => mapping[role] === undefined);

/** Whether a table says where its questions are answered. */
export const isOfQuestions = ({ question, quotation, answer, document }: Mapping): boolean =>
  question !== undefined && (quotation ?? answer ?? document) !== undefined;

/** `question=質問,quotation=回答`. @returns null where it is none */
export function parseMapping(written: string): Mapping | null {
  const pairs = written.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  const isRole = ([role, path]: readonly [string, string]): boolean => ROLES.includes(role as Role) && path !== '';
  return pairs.every(isRole) ? Object.fromEntries(pairs) : null;
}

export const mappingText = (mapping: Mapping): string =>
  Object.entries(mapping)
    .map(([role, path]) => `${role}=${path}`)
    .join(',');
