import type { ImportData } from '../../../domain/dataset/outcome';
import { quoted } from '../../../domain/dataset/problem';
import type { NamedPlace, ResultFinding } from '../../../domain/dataset/outcome';
import { count, counted } from '../format';
import type { Catalogue } from './say';

type Codes = 'nameless-lists' | 'result-finding' | 'ranks-for-scores' | 'ratings-beside' | 'no-list-fits';

const findings: Readonly<Record<ResultFinding, (of: string, count: number) => string>> = {
  error: (of) => `${of} failed in the engine: their questions have no list.`,
  'timed-out': (of) => `${of} timed out in the engine: their lists may lack passages.`,
  'failed-shards': (of) => `${of} lack shards that failed: their lists may lack passages.`,
  degraded: (of) => `${of} are degraded, as the engine says: their lists may lack passages.`,
  'unmatched-questions': (of) => `${of} are of no question of the collection, by id or by text: they are left out.`,
  'ambiguous-questions': (of) =>
    `${of} may be of several questions: a text that is there twice, or an id and a text of two questions. They are left out.`,
  'questions-again': (of) => `${of} are of a question that had a list before: the first list counts.`,
  'unknown-passages': (of) =>
    `${of} are not in the collection, by id or by text, or their text is in several documents. They keep their ranks, as passages that nobody judged.`,
  'repeated-passages': (of) => `${of} are there again in their list: the first place counts.`,
  'passages-of-one-document': (of) =>
    `${of} are another passage of a document that stands above: the document counts at its first place.`,
};

const OF_HITS: ReadonlySet<ResultFinding> = new Set([
  'unknown-passages',
  'repeated-passages',
  'passages-of-one-document',
]);

const requestsText = ({ file, requests }: { readonly file: string; readonly requests: number }): string =>
  `${file} has ${counted(requests, 'request')}`;

function placeText({ name, line, field }: NamedPlace): string {
  const at = [...(line === undefined ? [] : [`line ${line}`]), ...(field === undefined ? [] : [field])].join(', ');
  return [name === '' ? '' : quoted(name), at].filter((part) => part !== '').join(' at ');
}

export const engineResultMessages: Pick<Catalogue<ImportData>, Codes> = {
  'nameless-lists': ([lists, requests]) =>
    `The ${counted(lists, 'response')} in it name no question. ` +
    (requests.length === 0
      ? 'Add the file of the requests together with it, in the same order; '
      : `${requests.map(requestsText).join(', ')}: give one file of requests with as many, in the same order; `) +
    'or write a line for each response: {"query": "…", "response": {…}}.',
  'result-finding': ([kind, { count: found, of, first }]) => {
    const share = `${count(found)} of ${counted(of, OF_HITS.has(kind) ? 'hit' : 'list')}`;
    const places = first.map(placeText);
    return `${findings[kind](share, found)} The first: ${places.join('; ')}.`;
  },
  'ranks-for-scores': ([why]) =>
    `${why === 'missing' ? 'A hit has no score' : 'A score is higher than the one above it'} here. The order is the engine’s; 1/rank stands in the place of all scores of this system.`,
  'ratings-beside': ([ratings]) =>
    `It has ${counted(ratings, 'rating')} beside its hits, which are judgments. Add them as those of a judge (Questions, Judges); here its lists are read.`,
  'no-list-fits': ([theirs, ours]) =>
    'None of its lists is of a question of this collection.' +
    (theirs === null || ours === null
      ? ''
      : ` The first asks ${quoted(theirs)}; the first question here is ${quoted(ours.id)}, ${quoted(ours.text)}.`) +
    ' Open the collection that it belongs to.',
};
