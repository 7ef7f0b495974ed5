import { readFileSync } from 'node:fs';
import { docId } from '../src/base/types';
import { contentTerms } from '../src/domain/questions/content-words';
import { partition, type Dimension } from '../src/domain/slices/dimension';
import { sliceDimensions, type SliceSource } from '../src/domain/slices/dimensions';

interface Values {
  readonly systems: Readonly<Record<string, readonly number[]>>;
  readonly questions: readonly string[];
}

const VALUES = JSON.parse(readFileSync('test/fixtures/slices/sample-ndcg10.json', 'utf8')) as Values;
const FOLDER = 'public/samples/hitrate-sample';

export const SAMPLE_SYSTEMS = Object.keys(VALUES.systems);

/** nDCG@10 of the sample, one row a system. */
export const sampleValues = (): Float64Array[] => Object.values(VALUES.systems).map((row) => Float64Array.from(row));

/** What the slices of the sample are made from, its questions in the order of {@link sampleValues}. */
export function sampleSource(): SliceSource {
  const queries = new Map(
    jsonLines<{ _id: string; text: string }>('queries.jsonl').map(({ _id, text }) => [_id, text]),
  );
  const docs = jsonLines<{ _id: string; title: string; text: string }>('corpus.jsonl');
  const positions = new Map(docs.map(({ _id }, i) => [_id, i]));
  const relevant = new Map<string, number[]>();
  for (const line of readFileSync(`${FOLDER}/qrels/test.tsv`, 'utf8').trim().split('\n').slice(1)) {
    const [query, doc, grade] = line.trim().split('\t') as [string, string, string];
    if (Number(grade) > 0) relevant.set(query, [...(relevant.get(query) ?? []), positions.get(doc)!]);
  }
  return {
    questions: VALUES.questions.map((id) => ({
      text: queries.get(id)!,
      origin: 'given',
      relevant: relevant.get(id) ?? [],
      tags: [],
    })),
    passages: docs.map(({ _id, title, text }) => ({ doc: docId(_id), text: `${title}\n${text}` })),
    languages: ['en', 'zh', 'ja'].map((language) => ({ language, share: 1 / 3 })),
  };
}

/** The dimensions of the sample, with that of its four subjects. */
export function sampleSlices(): Dimension[] {
  const subjects = partition(
    'topic',
    VALUES.questions.map((id) => {
      const subject = id.split('-')[2]!;
      return { key: subject, label: { code: 'topic', data: { terms: [subject] } } };
    }),
  );
  return [...sliceDimensions(sampleSource(), contentTerms, 42), subjects!];
}

const jsonLines = <T>(file: string): T[] =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
