import type { Role } from '../../domain/dataset/roles/role';

/** What a person chooses from, the likeliest first. */
const NAMES: Readonly<Record<Role, string>> = {
  question: 'question',
  quotation: 'quotation from a document',
  answer: 'answer',
  document: 'document (id or file name)',
  text: 'text of a document',
  title: 'title of a document',
  grade: 'grade of relevance',
  'question-id': 'id of the question',
  relevant: 'list of relevant ids',
  'relevant-text': 'list of relevant texts',
  retrieved: 'list of retrieved ids',
  'retrieved-text': 'list of retrieved texts',
  'retrieved-score': 'list of scores',
  rank: 'rank',
  score: 'score',
  system: 'system',
  split: 'split',
  vector: 'vector',
  rewrites: 'rewrites of the question',
  excluded: 'list of documents to leave out',
  unanswerable: 'whether no document answers it',
  latency: 'milliseconds of the question',
  context: 'context of a passage',
  passage: 'id of the passage',
  start: 'start of the passage in the document',
  end: 'end of the passage in the document',
  shown: 'list of documents shown',
  clicks: 'list of documents clicked',
};

export const ROLE_NAMES = Object.entries(NAMES) as readonly (readonly [Role, string])[];
