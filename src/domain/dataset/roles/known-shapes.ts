import { firstRecord } from '../readers/records';
import { hasPath } from './mapping';
import { type Mapping, parseMapping } from './role';

interface KnownShape {
  readonly source: string;
  /** Fields that tell it, all of them, by their paths. */
  readonly told: string;
  /** Fields of which none is there. */
  readonly without?: string;
  /** As a person writes them. */
  readonly roles: string;
}

/** Rows of other tools that need no reader of their own; of two that fit, the first. */
export const KNOWN_SHAPES: readonly KnownShape[] = [
  {
    source: 'LlamaIndex evaluation',
    told: 'query,expected_ids,retrieved_ids',
    roles:
      'question=query,relevant=expected_ids,relevant-text=expected_texts,retrieved=retrieved_ids,retrieved-text=retrieved_texts',
  },
  {
    source: 'LlamaIndex nodes',
    told: 'query,nodes.node.id_',
    roles: 'question=query,retrieved=nodes.node.id_,retrieved-text=nodes.node.text,retrieved-score=nodes.score',
  },
  {
    source: 'DeepEval',
    told: 'input,expected_output,context',
    without: 'query,question',
    roles: 'question=input,answer=expected_output,relevant-text=context,retrieved-text=retrieval_context',
  },
  {
    source: 'Haystack report',
    told: 'question,ground_truth_documents,retrieved_documents',
    roles: 'question=question,relevant-text=ground_truth_documents,retrieved-text=retrieved_documents',
  },
  {
    source: 'LangChain documents',
    told: 'query,documents.page_content',
    roles: 'question=query,retrieved=documents.id,retrieved-text=documents.page_content',
  },
  {
    source: 'Haystack documents',
    told: 'query,documents.content',
    without: 'positive',
    roles:
      'question-id=qid,question=query,retrieved=documents.id,retrieved-text=documents.content,retrieved-score=documents.score',
  },
  {
    source: 'RankLLM',
    told: 'query.qid,candidates.docid',
    roles: 'question-id=query.qid,question=query.text,retrieved=candidates.docid,retrieved-score=candidates.score',
  },
  {
    source: 'NanoBEIR candidates',
    told: 'query-id,corpus-ids',
    roles: 'question-id=query-id,retrieved=corpus-ids',
  },
  {
    source: 'Chroma query',
    told: 'queries,ids,documents,distances',
    roles: 'question=queries,retrieved=ids,retrieved-text=documents',
  },
  {
    source: 'Chroma get',
    told: 'ids,documents',
    without: 'queries,query,questions,question,distances',
    roles: 'document=ids,text=documents',
  },
  {
    source: 'Quepid details',
    told: 'query text,doc id,rating',
    roles: 'question=query text,document=doc id,grade=rating',
  },
  {
    source: 'Pyserini collection',
    told: 'id,contents',
    without: 'doc_id,text,vector,embedding,query,question',
    roles: 'document=id,title=title,text=contents',
  },
];

/** Vectors have readers of their own. */
const VECTORS = /"(?:embeddings?|vectors?)"\s*:\s*[[{"]/;

/** @returns null too where the head has no whole record */
export function knownShape(head: string): Mapping | null {
  const fields = VECTORS.test(head) ? null : firstRecord(head);
  if (!fields) return null;
  const has = (path: string): boolean => hasPath(fields, path.split('.'));
  const found = KNOWN_SHAPES.find(
    ({ told, without }) => told.split(',').every(has) && !(without?.split(',') ?? []).some(has),
  );
  if (!found) return null;
  // Of a role whose field is not there nothing is said.
  const roles = Object.entries(parseMapping(found.roles)!).filter(([, path]) => has(path));
  return Object.fromEntries(roles);
}
