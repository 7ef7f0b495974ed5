import { boosted, numberShares } from '../../../domain/retrieval/metadata/boost';
import type { BoostSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { DocId } from '../../../base/types';
import { pacer } from '../../kernel/pace';
import { conditionOf } from './filter';
import type { StageContext, Ranked } from '../stage-context';

/** Lifts documents of joined lists by their metadata; a boost by what questions name leaves the lists of others alone. */
export async function boostAll<Lists extends Ranked>(
  context: StageContext,
  lists: Lists,
  spec: BoostSpec,
): Promise<Lists> {
  const { queries, corpus, remarks } = context;
  const shareFor = await sharesOf(context, spec);
  const milliseconds = Float64Array.from(lists.milliseconds);
  const pace = pacer(context.signal);
  let unnamed = 0;
  const rankings = [];
  for (const [i, { text }] of queries.entries()) {
    await pace();
    const began = performance.now();
    const share = shareFor(text);
    if (share === null) unnamed++;
    const of = (doc: DocId): number => share?.(corpus.positions.get(doc)!) ?? 0;
    rankings.push(boosted(lists.rankings[i]!, spec.weight, of));
    milliseconds[i]! += performance.now() - began;
  }
  if (spec.kind === 'question')
    remarks.push({ code: 'boost-unnamed', data: { field: spec.field, unnamed, questions: queries.length } });
  return { ...lists, rankings, milliseconds };
}

/** The share of a document, by its place, for a question; null where the question asks for nothing. */
async function sharesOf(
  context: StageContext,
  spec: BoostSpec,
): Promise<(question: string) => ((doc: number) => number) | null> {
  if (spec.kind === 'number') {
    const shares = numberShares(spec.field, context.corpus.docs);
    return () => (doc) => shares[doc]!;
  }
  const { forQuestion } = await conditionOf(context, spec);
  return (question) => {
    const meets = forQuestion(question);
    return meets && ((doc) => Number(meets(doc)));
  };
}
