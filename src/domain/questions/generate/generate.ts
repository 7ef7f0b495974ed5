import { type Candidate, type GeneratedOrigin, MIXED_ORIGINS, type MixedOrigin, type Proposal } from '../candidate';
import type { Doc, Place } from '../../../base/types';
import { type AskedDoc, headingQuestions, titleQuestions } from './headings';
import { flawsOf } from '../checks';
import { languageTeller } from '../language';
import { mixedQuestions, RelatedPassages } from './mixed';
import { select, type Selection } from './select';

/** In percent: these rank systems of five collections as people's questions do, see docs/generated-questions.md. */
const MIX: Readonly<Record<MixedOrigin, number>> = { keywords: 10, relation: 30, reworded: 50, several: 10 };

export const DEFAULT_MIX: Pick<GenerateOptions, 'kinds' | 'shares'> = { kinds: MIXED_ORIGINS, shares: MIX };

/** The same seed, options and documents give the same questions. */
export interface GenerateOptions extends Pick<Selection<Proposal>, 'shares' | 'limit' | 'seed'> {
  readonly kinds: readonly GeneratedOrigin[];
}

export type Generated = ReturnType<typeof generateQuestions>;

/** One question per text, with all its places. @param onDocs called with the number of documents read */
export function generateQuestions(
  docs: readonly Doc[],
  { kinds, shares, limit, seed }: GenerateOptions,
  onDocs: (done: number, total: number) => void = () => undefined,
) {
  const languageOf = languageTeller(docs);
  const mixed = MIXED_ORIGINS.filter((kind) => kinds.includes(kind));
  const byDoc = kinds.filter((kind): kind is keyof typeof ways => kind in ways);
  const asked = (doc: AskedDoc): Proposal[] => byDoc.flatMap((kind) => ways[kind](doc));
  const proposals: Proposal[] = [];
  let otherLanguages = 0;
  docs.forEach((doc, i) => {
    const language = languageOf(doc);
    if (language) proposals.push(...asked({ doc, language }));
    else if (doc.text.trim() !== '') otherLanguages++;
    if ((i + 1) % 20 === 0 || i + 1 === docs.length) onDocs(i + 1, docs.length);
  });
  if (mixed.length > 0) {
    const related = new RelatedPassages(docs, languageOf);
    for (const position of related.passages.keys())
      proposals.push(...mixed.flatMap((kind) => mixedQuestions(kind, related, position, seed)));
  }
  const own = mergedByText(proposals);
  const isLast = ({ text, language }: Proposal): boolean => flawsOf(text, language).length > 0;
  const chosen = select(own, { limit, seed, isLast, ...(shares && { shares }) });
  const found: Partial<Record<GeneratedOrigin, number>> = {};
  for (const kind of kinds) found[kind] = own.filter(({ origin }) => origin === kind).length;
  return { candidates: chosen.map(asCandidate), found, otherLanguages };
}

/** By one document alone. */
const ways: Readonly<Record<Exclude<GeneratedOrigin, MixedOrigin>, (doc: AskedDoc) => Proposal[]>> = {
  heading: headingQuestions,
  title: titleQuestions,
};

function mergedByText(proposals: readonly Proposal[]): Proposal[] {
  const byText = new Map<string, Proposal & { also: Place[] }>();
  for (const proposal of proposals) {
    const key = proposal.text.toLowerCase();
    const known = byText.get(key);
    if (known) known.also.push(proposal.place, ...(proposal.also ?? []));
    else byText.set(key, { ...proposal, also: [...(proposal.also ?? [])] });
  }
  return [...byText.values()];
}

function asCandidate({ text, origin, language, answer, place, also = [] }: Proposal): Candidate {
  return { text, origin, language, place, ...(answer !== undefined && { answer }), ...(also.length > 0 && { also }) };
}
