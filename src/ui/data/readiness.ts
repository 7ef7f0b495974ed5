import type { QuestionOrigin } from '../../base/types';
import type { ResultRecord } from '../../contract/result';
import type { SaturationBadge } from '../../domain/verdict/types';
import type { CollectionRecord, Questions } from '../../contract/storage';
import { count, counted, languageShares, plural, share } from '../shared/format';

type State = 'ready' | 'weak' | 'missing';

interface Card {
  readonly state: State;
  readonly label: string;
  readonly figure: string;
  readonly about: string;
}

const card = (state: State, label: string, figure: string, about: string): Card => ({ state, label, figure, about });

/** Fewer questions show large differences only. */
const FEW_QUESTIONS = 30;
/** From here on most of what systems rank first counts as not relevant because nobody looked at it. */
const MANY_UNJUDGED = 0.5;
const DEPTH = 10;

/** Whether a collection can be evaluated. @param result the newest @param toCheck stale or conflicting judgments */
export function readinessOf(
  collection: CollectionRecord,
  questions: Questions | null,
  result: ResultRecord | null,
  { toCheck = 0, saturation = null }: { readonly toCheck?: number; readonly saturation?: SaturationBadge | null } = {},
) {
  const cards = {
    documents: documentsCard(collection),
    questions: questionsCard(collection, questions, saturation),
    judgments: judgmentsCard(collection, result, toCheck),
  };
  const { docs, queries, judgedQueries } = collection.counts;
  const next: 'questions' | 'judge' | 'run' = queries === 0 ? 'questions' : judgedQueries === 0 ? 'judge' : 'run';
  if (next === 'questions')
    return {
      ...cards,
      next,
      title: 'Now: questions',
      about: 'Systems are compared by what they find for each question.',
    };
  if (next === 'judge')
    return { ...cards, next, title: 'Now: judgments', about: 'No question has a passage that is known to answer it.' };
  const weak = Object.values(cards).filter(({ state }) => state === 'weak');
  const title = weak.length === 0 ? 'Ready' : `Ready, with ${counted(weak.length, 'weak spot')}`;
  const about = docs === 0 ? 'You can score runs of other systems.' : 'You can run and compare systems.';
  return { ...cards, next, title, about };
}

function documentsCard({ counts, documents, summary }: CollectionRecord): Card {
  if (counts.docs === 0)
    return card(
      'ready',
      'Not needed',
      '0',
      'This collection has judgments without documents. You can only score runs of other systems.',
    );
  const languages = languageShares(summary.languages);
  const unread = documents?.files.filter(({ status }) => status !== 'read').length ?? 0;
  const skipped = documents ? (unread > 0 ? ` ${counted(unread, 'file')} not read.` : ' No file skipped.') : '';
  return {
    state: unread > 0 ? 'weak' : 'ready',
    label: unread > 0 ? 'Some files not read' : 'Ready',
    figure: count(counts.docs),
    about: `${plural(counts.docs, 'Document', 'Documents')}${languages ? ` in ${languages}` : ''}.${skipped}`,
  };
}

const NOT_GENERATED: ReadonlySet<QuestionOrigin | undefined> = new Set([undefined, 'written', 'imported']);

function questionsCard(
  { counts }: CollectionRecord,
  questions: Questions | null,
  saturation: SaturationBadge | null,
): Card {
  const figure = count(counts.queries);
  if (counts.queries === 0)
    return card('missing', 'Missing', figure, 'Import them, generate them from the documents, or write them.');
  const generated = questions?.queries.filter(({ origin }) => !NOT_GENERATED.has(origin)).length ?? 0;
  const about =
    generated === 0
      ? 'None was generated.'
      : generated === counts.queries
        ? 'All are generated. People may ask otherwise: weak evidence.'
        : `${count(generated)} are generated: people may ask otherwise.`;
  // Ties are about scores, not about questions.
  const inseparable = saturation?.causes.some((cause) => cause !== 'ties') ?? false;
  if (counts.queries < FEW_QUESTIONS)
    return card('weak', 'Few', figure, `So few questions show only large differences. ${about}`);
  if (saturation && inseparable) {
    const more = saturation.further === null ? '' : ` Write or judge about ${count(saturation.further)} more.`;
    return card(
      'weak',
      'Cannot separate',
      figure,
      `These questions could not separate the systems of the newest run.${more} ${about}`,
    );
  }
  const isWeak = generated === counts.queries;
  return { state: isWeak ? 'weak' : 'ready', label: isWeak ? 'All generated' : 'Ready', figure, about };
}

function judgmentsCard({ counts }: CollectionRecord, result: ResultRecord | null, toCheck: number): Card {
  if (counts.judgments === 0)
    return card('missing', 'Missing', '0', 'Grade what the systems find, or import judgments.');
  const without = counts.queries - counts.judgedQueries;
  const missing =
    without > 0 ? ` ${counted(without, 'question')} without a judgment ${plural(without, 'is', 'are')} left out.` : '';
  const unjudged = result && Math.max(0, ...result.systems.map((system) => system.unjudged[DEPTH] ?? 0));
  if (toCheck > 0)
    return card(
      'weak',
      `${count(toCheck)} to check`,
      count(counts.judgments),
      `Documents of judgments changed, or judgments of one text disagree.${missing}`,
    );
  if (unjudged === null || unjudged <= MANY_UNJUDGED)
    return card(
      'ready',
      'Ready',
      count(counts.judgments),
      `${plural(counts.judgments, 'Judgment', 'Judgments')} for ${counted(counts.judgedQueries, 'question')}.${missing}`,
    );
  return card(
    'weak',
    'Thin',
    count(counts.judgments),
    `Up to ${share(unjudged)} of a system’s first ${DEPTH} passages were never judged; they count as not relevant.${missing}`,
  );
}
