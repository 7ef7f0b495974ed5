import type { WarningData } from '../../../contract/result';
import { digitsToDistinguish } from '../../../domain/report/digits-to-distinguish';
import { count, counted, list, measure as measureText, plural } from '../format';
import { type Catalogue, say } from './say';
import { ongoingJudgingText } from './judging';
import { remarkMessages } from './run';

/** Systems that a warning names: with every chunking there may be dozens. */
const NAMED = 6;

const few = (each: readonly string[]): string => list(each, NAMED);

const TIED = ({ id, questions, measure, value, low, high }: WarningData['ties']['systems'][number]): string => {
  const digits = digitsToDistinguish([low, high]);
  const [own, least, most] = [value, low, high].map((each) => measureText(each, digits));
  return `${id}: ${counted(questions, 'question')}, ${measure} ${own} could be ${least} to ${most}`;
};

/** What was cut of each system, or what is the same of all. */
function cutOf<Cut extends { readonly id: string; readonly cut: number }>(
  systems: readonly Cut[],
  text: (cut: Cut) => string,
): { readonly all: Cut | null; readonly each: string } {
  const isSame = new Set(systems.map(text)).size === 1;
  const cut = systems.filter((each) => each.cut > 0);
  return { all: isSame ? systems[0]! : null, each: few(cut.map((each) => `${each.id} ${text(each)}`)) };
}

export const warningMessages: Catalogue<WarningData> = {
  ties: ({ systems }) =>
    `Equal scores decide a measure (${
      systems.length <= NAMED
        ? systems.map(TIED).join('; ')
        : `${systems.slice(0, NAMED).map(TIED).join('; ')}; and ${systems.length - NAMED} more`
    }): they are ordered by document id, descending, as trec_eval does.`,
  'truncated-passages': ({ systems }) => {
    const { all, each } = cutOf(systems, ({ cut, of }) => `${count(cut)} of ${count(of)}`);
    return all
      ? `${counted(all.cut, 'passage')} of ${count(all.of)} ${plural(all.cut, 'is', 'are')} longer than the embedding model reads: it saw only the beginning.`
      : `Passages are longer than the embedding model reads, which saw only the beginning (${each}).`;
  },
  'truncated-pairs': ({ systems }) => {
    const { all, each } = cutOf(systems, ({ cut }) => counted(cut, 'pair'));
    return all
      ? `In ${counted(all.cut, 'pair')} the question or the passage is so long that the reranker read only its beginning.`
      : `A question or a passage is so long that the reranker read only its beginning (${each}).`;
  },
  unjudged: ({ k, systems }) => {
    // The worst first, where not all are named.
    const worst = systems.length > NAMED ? [...systems].sort((a, b) => b.share - a.share) : systems;
    const each = few(worst.map(({ id, share }) => `${id} ${Math.round(share * 100)} %`));
    const first = k === 1 ? 'Of the first passages' : `Of the first ${k} passages`;
    const many = systems.some(({ share }) => share >= 0.5) ? 'many' : 'some';
    return `${first} ${many} were never judged (${each}); they count as not relevant.`;
  },
  'unjudged-questions': ({ system, questions }) =>
    system === null
      ? `${counted(questions, 'question')} without judgments ${plural(questions, 'is', 'are')} left out.`
      : `${system} has ${counted(questions, 'question')} without judgments: they are left out.`,
  'ongoing-judging': ongoingJudgingText,
  'few-questions': ({ questions }) =>
    `Only ${counted(questions, 'question')}: small differences between systems are likely chance.`,
  unanswered: ({ missing, systems }) => {
    const each = few(systems.map(({ id, questions }) => `${id} ${count(questions)}`));
    return `Questions without results ${missing === 'zero' ? 'count as 0' : 'are left out of the means'} (${each}).`;
  },
  'unknown-documents': ({ system, documents }) =>
    `${system} lists ${counted(documents, 'document')} that ${plural(documents, 'is', 'are')} not in this collection: check that the run is of the same documents.`,
  'random-order': ({ systems }) => {
    const each = few(systems.map(({ id, isReversed }) => (isReversed ? `${id}, which is worse than random` : id)));
    return `The order of lists is no better than a random one (${each}). Check that ids are those of the judgments, that the best hit has the highest score, and that questions and documents have vectors of the same model.`;
  },
  'unmatched-texts': ({ texts }) =>
    `${counted(texts, 'ground-truth text')} ${plural(texts, 'is', 'are')} in no passage of the collection: recall cannot reach 1 there.`,
  depths: ({ shortest, longest, measures }) =>
    `Lists are ${count(shortest)} to ${count(longest)} documents long: measures without a cut-off (${measures.join(', ')}) favour the longer ones.`,
  'one-thread': () => 'The page is not cross-origin isolated, so models ran on one thread, about half as fast.',
  remark: (remark) => say(remarkMessages, remark),
  'same-passages': ({ chunkings }) =>
    `Chunkings make no difference here: ${chunkings.map((alike) => list(alike)).join('; ')} cut the same passages, so that systems which differ in nothing else are the same. Choose sizes below the length of the documents.`,
  'no-relevant': ({ questions }) =>
    `${counted(questions, 'question')} ${plural(questions, 'has', 'have')} no relevant document: whatever a system finds counts 0 there.`,
};
