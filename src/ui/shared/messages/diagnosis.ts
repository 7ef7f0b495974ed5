import type { Cause, PassageFacts, Searched, StepFacts } from '../../../domain/diagnosis/cause';
import type { Missed } from '../../../domain/diagnosis/diagnose';
import type { Diagnosis } from '../../../workbench/inspect/diagnosis';
import { count, list, share } from '../format';
import { capital, lowerFirst, partName } from '../system-text';

export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
  'not-searched': 'Not in the collection or chunked apart',
  truncated: 'Truncated by the model',
  analyzer: 'Shared words removed by the analyzer',
  'no-shared-words': 'No shared words',
  'lost-in-fusion': 'Lost in fusion',
  'below-candidates': 'Below the rerank candidates',
  demoted: 'Demoted by the reranker',
  'just-below-k': 'Just below k',
  other: 'Other',
};

/** How much of a judged part the first passages of a list hold: nothing short of the whole reads as 100 %. */
export function foundShareText(found: number, k: number, system: string): string {
  const part = found === 1 ? 'all' : found === 0 ? 'none' : share(Math.min(Math.max(found, 0.001), 0.999));
  return k === 1
    ? `The first passage of ${system} holds ${part} of it.`
    : `The first ${count(k)} passages of ${system} hold ${part} of it.`;
}

export const CAUSE_NOTES: Readonly<Record<Cause, string>> = {
  'not-searched':
    'The passage is not among those that the system searches: it is not in the collection, no chunk holds half of it, or a filter removes it. Check the chunk size and the filter.',
  truncated:
    'The passage is longer than the model reads, and the model does not rank it within k. Try smaller chunks or a model with a longer input.',
  analyzer:
    'Question and passage share words, but the analyzer leaves none of them: it removes them as stop words, or does not split the text into words. Try another tokenizer or fewer stop words.',
  'no-shared-words':
    'Question and passage have no content word in common, and no vector search ranks the passage high enough. Try a better embedding model, or rewrites of the question.',
  'lost-in-fusion':
    'One retriever ranks the passage high enough, but the fused list does not. Try other weights, or another fusion method.',
  'below-candidates': 'The reranker never reads the passage. Try more candidates.',
  demoted:
    'The reranker reads the passage and ranks it lower than before. Try another reranker, or more weight on the first stage.',
  'just-below-k': 'The passage is between rank k + 1 and 2k. A small improvement would find it.',
  other: 'None of the causes above matches.',
};

const SEARCHED: Readonly<Record<Exclude<Searched, 'yes'>, { readonly title: string; readonly text: string }>> = {
  missing: { title: 'not in the collection', text: 'No document of the collection contains this passage.' },
  'chunked-apart': {
    title: 'chunked apart',
    text: 'The document is in the collection, but no chunk holds half of the passage.',
  },
  filtered: { title: 'filtered out', text: 'The filter of this system removes the passage before it is ranked.' },
};

export interface MissText {
  readonly title: string;
  readonly text: string;
}

export function missText({ cause, facts }: Missed, words: MissWords): MissText {
  if (facts.searched !== 'yes') return SEARCHED[facts.searched];
  const text = [TEXTS[cause]?.(facts, words), rankSentence(facts, words)].filter(Boolean).join(' ');
  return { title: missTitle(cause, facts, words.k), text };
}

interface MissWords {
  readonly k: number;
  readonly retrievers: readonly string[];
  /** Where the lists that were read end, if they may have been longer; null where they were read whole. */
  readonly cutAt: number | null;
}

function missTitle(cause: Cause, { steps }: PassageFacts, k: number): string {
  if (cause === 'just-below-k') return `just below k = ${count(k)}`;
  if (cause !== 'other') return lowerFirst(CAUSE_LABELS[cause]);
  const lost = lostAt(steps, k);
  return lost ? `lost by the ${partName(lost)}` : 'no single cause';
}

/** What the cause says beyond its title. */
const TEXTS: Readonly<Partial<Record<Cause, (facts: PassageFacts, words: MissWords) => string>>> = {
  truncated: ({ steps, retrievers }, { retrievers: names }) => {
    const cut = retrievers.flatMap(({ truncated }, i) => (truncated ? [names[i]!] : []));
    const reranked = steps.some(({ truncated }) => truncated);
    return `The passage is longer than ${list([...cut, ...(reranked ? ['the reranker'] : [])])} can read.`;
  },
  analyzer: ({ shared }) =>
    `Question and passage share ${count(shared?.written ?? 0)} content ${shared?.written === 1 ? 'word' : 'words'} as written, and none after analysis.`,
  'no-shared-words': () => 'Question and passage have no content word in common.',
  'below-candidates': ({ steps }) => {
    const reads = steps.find(({ part }) => part === 'rerank')?.reads;
    return reads ? `The reranker reads only the first ${count(reads)}.` : '';
  },
};

/** The last part before which the passage was within k, and after which it is not. */
const lostAt = (steps: readonly StepFacts[], k: number): StepFacts['part'] | null =>
  steps.findLast(({ before, after }) => before !== null && before <= k && (after === null || after > k))?.part ?? null;

function rankedAt(rank: number | null, cutAt: number | null): string {
  if (rank !== null) return `ranks it ${ordinal(rank)}`;
  return cutAt === null ? 'does not find it' : `does not rank it among the first ${count(cutAt)}`;
}

const AFTER: Readonly<Partial<Record<StepFacts['part'], string>>> = {
  fusion: 'after fusion',
  rerank: 'after reranking',
};

/** `BM25 ranks it 70th and Embedding ranks it 12th; 29th after fusion.` */
function rankSentence({ retrievers, steps, rank }: PassageFacts, { retrievers: names, cutAt }: MissWords): string {
  if (retrievers.length === 0) return rank === null ? '' : `It has rank ${count(rank)}.`;
  const found = list(retrievers.map((retriever, i) => `${names[i]!} ${rankedAt(retriever.rank, cutAt)}`));
  const after = steps.map(
    ({ part, after: to }) =>
      `${to === null ? (cutAt === null ? 'not in the list' : `below ${ordinal(cutAt)}`) : ordinal(to)} ${AFTER[part] ?? `after the ${partName(part)}`}`,
  );
  return `${capital(found)}${after.length > 0 ? `; ${list(after)}` : ''}.`;
}

const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** `1st`, `22nd`. */
const ordinal = (rank: number): string => `${count(rank)}${SUFFIXES[ordinals.select(rank)]!}`;

/** What is not known of the stages of a system; null where all is. */
export const STAGES_NOTES: Readonly<Record<Diagnosis['stages'], string | null>> = {
  known: null,
  external: 'This is an external run: only its final ranks are known.',
  'not-kept': 'The lists of this system’s stages are no longer stored. Run it again to see where passages are lost.',
};
