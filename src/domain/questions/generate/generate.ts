import { eachContained } from '../../dataset/ground-truth-texts';
import type { Doc, Place } from '../../../base/types';
import type { Candidate, Proposal } from '../candidate';
import { flawsOf } from '../checks/self-contained';
import { type GeneratedOrigin, MIXED_ORIGINS, type MixedOrigin, type QuestionMix } from '../candidate';
import { languageTeller } from '../language';
import { clozeQuestions } from './cloze';
import { definitionQuestions } from './definitions';
import { headingQuestions } from './headings';
import { mixedQuestions } from './mixed';
import { RelatedPassages } from './related';
import { type PhraseProposal, phraseQuestions } from './phrases';
import { select } from './select';
import { type AskedDoc, askedDoc } from './source';
import { TermStatistics } from '../content-words';
import { titleQuestions } from './headings';

export interface GenerateOptions {
  readonly kinds: readonly GeneratedOrigin[];
  /** Of the kinds; even where absent. */
  readonly shares?: QuestionMix;
  readonly limit: number;
  /** The same seed, options and documents give the same questions. */
  readonly seed: number;
}

export interface Generated {
  readonly candidates: readonly Candidate[];
  /** All that could be asked, by kind; the candidates are a choice of them. */
  readonly found: Readonly<Partial<Record<GeneratedOrigin, number>>>;
  /** Documents of which nothing was asked since they are in a language without patterns. */
  readonly otherLanguages: number;
}

/**
 * Questions from the documents, without model or network. One that several places would give is made once, with all of
 * them.
 *
 * @param onDocs called now and then with the number of documents read, of two passes
 */
export function generateQuestions(
  docs: readonly Doc[],
  { kinds, shares, limit, seed }: GenerateOptions,
  onDocs: (done: number, total: number) => void = () => undefined,
): Generated {
  const languageOf = languageTeller(docs);
  const terms = new TermStatistics();
  const needsTerms = kinds.includes('cloze') || kinds.includes('phrase');
  const mixed = MIXED_ORIGINS.filter((kind) => kinds.includes(kind));
  const total = needsTerms ? docs.length * 2 : docs.length;
  if (needsTerms)
    docs.forEach((doc, i) => {
      terms.add(doc);
      tell(i + 1);
    });
  const byDoc = kinds.filter((kind): kind is keyof typeof ways => kind in ways);
  const asked = (doc: AskedDoc): Proposal[] => byDoc.flatMap((kind) => ways[kind](doc, terms));
  const proposals: Proposal[] = [];
  let otherLanguages = 0;
  docs.forEach((doc, i) => {
    const language = languageOf(doc);
    if (language) proposals.push(...asked(askedDoc(doc, language)));
    else if (doc.text.trim() !== '') otherLanguages++;
    tell(total - docs.length + i + 1);
  });
  if (mixed.length > 0) {
    const related = new RelatedPassages(docs, languageOf);
    for (const position of related.passages.keys())
      proposals.push(...mixed.flatMap((kind) => mixedQuestions(kind, related, position, seed)));
  }
  const own = mergedByText(onlyHere(proposals, docs));
  const isLast = ({ text, language }: Proposal): boolean => flawsOf(text, language).length > 0;
  const chosen = select(own, { limit, seed, isLast, ...(shares && { shares }) });
  const found: Partial<Record<GeneratedOrigin, number>> = {};
  for (const kind of kinds) found[kind] = own.filter(({ origin }) => origin === kind).length;
  return { candidates: chosen.map(asCandidate), found, otherLanguages };

  function tell(done: number): void {
    if (done % 20 === 0 || done === total) onDocs(done, total);
  }
}

/** By one document alone. */
const ways: Readonly<
  Record<Exclude<GeneratedOrigin, MixedOrigin>, (doc: AskedDoc, terms: TermStatistics) => Proposal[]>
> = {
  heading: headingQuestions,
  definition: definitionQuestions,
  phrase: phraseQuestions,
  cloze: clozeQuestions,
  title: titleQuestions,
};

/** Without phrases that stand in another document too. */
function onlyHere(proposals: readonly Proposal[], docs: readonly Doc[]): Proposal[] {
  const isPhrase = (proposal: Proposal): proposal is PhraseProposal => 'phrase' in proposal;
  const phrases = proposals.filter(isPhrase);
  const shared = new Set<Proposal>();
  const needles = phrases.map(({ phrase }) => phrase);
  const haystacks = docs.map(({ text }) => text.toLowerCase());
  eachContained(needles, haystacks, (needle, doc) => {
    if (docs[doc]!.id !== phrases[needle]!.place.doc) shared.add(phrases[needle]!);
  });
  return proposals.filter((proposal) => !shared.has(proposal));
}

/** The first proposal of each text, with the places of the others. */
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
