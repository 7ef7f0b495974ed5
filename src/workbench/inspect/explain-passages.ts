import type { ExplainedPassage } from '../../contract/workers';
import { fieldText } from '../../domain/retrieval/metadata/field-values';
import { fieldsOfRetriever } from '../../domain/retrieval/retriever-spec';
import { valueOf } from '../../base/containers';
import { contentKey } from '../../base/hash';
import type { RetrieverSpec, WordSpec } from '../../domain/retrieval/retriever-spec';
import type { TermPlace } from '../../domain/text/term-places';
import type { DocId } from '../../base/types';
import type { StageContext } from '../run/stage-context';
import { lexicalSearcher } from '../run/stages/lexical';
import { Tracker } from '../kernel/tracker';
import type { TriedPassage } from './tried-question';

interface Found {
  readonly context: StageContext;
  readonly passages: readonly TriedPassage[];
}

/** Passages that one index is asked about, whatever systems show them. */
interface Asked {
  readonly context: StageContext;
  readonly spec: WordSpec;
  readonly ids: Set<DocId>;
}

type Explanations = ReadonlyMap<string, ReadonlyMap<DocId, ExplainedPassage>>;

/** Adds why word indexes found passages, and where; each opens once. @returns by system, in the order of `found` */
export async function explainPassages(found: readonly Found[]): Promise<TriedPassage[][]> {
  const asked = new Map<string, Asked>();
  for (const { context, passages } of found)
    for (const { id, text, lists } of passages)
      for (const { retriever, rank } of lists) {
        if (!isWords(retriever) || rank === null || text === null) continue;
        const key = keyOf(context, retriever);
        valueOf(asked, key, () => ({ context, spec: retriever, ids: new Set() })).ids.add(id);
      }
  const explanations = new Map<string, ReadonlyMap<DocId, ExplainedPassage>>();
  for (const [key, each] of asked) explanations.set(key, await explain(each));
  return found.map(({ context, passages }) => passages.map((passage) => withWords(context, passage, explanations)));
}

const isWords = (spec: RetrieverSpec): spec is WordSpec => 'analyzer' in spec;

const keyOf = ({ corpus }: StageContext, spec: WordSpec): string => contentKey([corpus.key, spec]);

async function explain({ context, spec, ids }: Asked): Promise<ReadonlyMap<DocId, ExplainedPassage>> {
  const { ports, corpus, queries, signal } = context;
  signal.throwIfAborted();
  // What was searched came from the cache perhaps: the index is opened again, and its passages are not counted twice.
  const tracker = new Tracker(['lexical-index'], () => undefined);
  await lexicalSearcher(spec).open({ ...context, tracker });
  const fields = fieldsOfRetriever(spec);
  const passages = [...ids].map((id) => {
    const position = corpus.positions.get(id)!;
    const doc = corpus.docs[position]!;
    const indexed = fields.length === 0 ? corpus.texts[position]! : fieldText(doc, fields);
    return { position, indexed, shown: [doc.title, doc.text] };
  });
  const explained = await ports.lexical.with(signal).explain({ query: queries[0]!.text, spec, passages });
  return new Map([...ids].map((id, i) => [id, explained[i]!]));
}

function withWords(context: StageContext, passage: TriedPassage, explanations: Explanations): TriedPassage {
  let { title, text } = passage.marks;
  const lists = passage.lists.map((each) => {
    const known = isWords(each.retriever) ? explanations.get(keyOf(context, each.retriever))?.get(passage.id) : null;
    if (!known || each.rank === null) return each;
    const { places, ...words } = known;
    [title, text] = [together(title, places[0]!), together(text, places[1]!)];
    return { ...each, words };
  });
  return { ...passage, lists, marks: { title, text } };
}

const together = (a: readonly TermPlace[], b: readonly TermPlace[]): TermPlace[] =>
  [...a, ...b].sort((x, y) => x.start - y.start || x.end - y.end);
