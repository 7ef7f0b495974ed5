import { contentKey } from '../../../base/hash';
import type { Json } from '../../../base/types';
import type { MetricName } from '../../retrieval/dense/metrics';
import { abilitiesOf, fusionOfEngine } from '../abilities';
import { answersTo, type Fields, hitsOf, incomplete, luceneFailure } from '../failures';
import { isVectors, jsonFile, metricOf, passageFile, templateQuestion } from '../files';
import { type FusingEngine, toldFusion } from '../fusions';
import {
  type FailedItem,
  type IndexState,
  markerOf,
  type Protocol,
  stateOf,
  versionNumber,
  type SearchEngine,
  type HandedContent,
  type HandedPassage,
  type HandedQuestion,
  type HandedSystem,
  type HandoverCommand,
  type SearchedBy,
} from '../target';
import { luceneBulkLines, luceneFitted, luceneForms, type luceneIndex, luceneWords } from './index-body';

/** What OpenSearch and Elasticsearch do each in its own way. */
interface OwnLucene extends Pick<SearchEngine, 'notes'>, Pick<Protocol, 'mostNumbers' | 'least'> {
  readonly id: Exclude<FusingEngine, 'qdrant'>;
  readonly name: 'OpenSearch' | 'Elasticsearch';
  readonly threshold: boolean;
  /** Lists that it joins; any number where absent. */
  readonly mostLists?: number;
  readonly index: (handed: HandedSystem) => ReturnType<typeof luceneIndex>;
  /** Whether a passage goes without a vector that would be refused. */
  readonly refuses: (handed: HandedSystem, retriever: number, searched: SearchedBy) => boolean;
  readonly search: (handed: HandedSystem, question: HandedQuestion) => object;
  /** What joins the lists, where a search names it; null where there is none to name. */
  readonly pipeline: (handed: HandedSystem) => object | null;
}

const PIPELINE = 'pipeline.json';

export function luceneEngine(own: OwnLucene): SearchEngine {
  const { id, index, search, pipeline, refuses, threshold, mostLists = Infinity } = own;
  const linesOf = (handed: HandedSystem, passage: HandedPassage): string[] =>
    luceneBulkLines(luceneForms(handed), {
      ...passage,
      searched: passage.searched.map((each, i) => (each && refuses(handed, i, each) ? null : each)),
    });
  const ownFusion = fusionOfEngine(id, true);
  return {
    ...own,
    abilities: abilitiesOf({
      words: luceneWords,
      // Scores of other metrics are no straight line of Hitrate's, and a fusion of scores would read other numbers.
      vectors: (search, byScores) => search.kind === 'nearest' && (search.metric === 'cosine' || !byScores),
      fusion(spec, system) {
        const { length: lists } = system.retrievers;
        return lists > mostLists
          ? { refusals: [{ code: 'lists', data: { lists, most: mostLists } }], nearest: null }
          : ownFusion(spec, system);
      },
      threshold,
    }),
    forms: luceneForms,
    fitted: luceneFitted,
    told: (fusion, lists) => toldFusion(id, fusion, lists),
    commands: (handed, content) =>
      luceneCommands(handed, content, id.toUpperCase(), pipeline(handed) ? PIPELINE : null),
    files: (handed, content) => [
      jsonFile('index.json', index(handed)),
      ...[pipeline(handed)].flatMap((body) => (body ? [jsonFile(PIPELINE, body)] : [])),
      jsonFile('search.json', search(handed, templateQuestion(luceneForms(handed)))),
      ...passageFile('passages.ndjson', content, async function* (read) {
        for await (const passage of read()) yield* linesOf(handed, passage);
      }),
    ],
    live: luceneProtocol(own, linesOf),
  };
}

/** One index of which documents are not kept: what is indexed is what is searched. */
function luceneProtocol(
  { name: engine, mostNumbers, least, index: body, search, pipeline }: OwnLucene,
  linesOf: (handed: HandedSystem, passage: HandedPassage) => string[],
): Protocol {
  return {
    mostNumbers,
    least,
    readVersion: ([reply]) => versionOf(engine, reply),
    version: () => [{ method: 'GET', path: '/' }],

    look: ({ name }) => ({ method: 'GET', path: `/${name}/_mapping` }),
    readState: ({ name }, reply): IndexState => {
      if (reply === null) return { is: 'absent' };
      const { mappings } = (reply as Readonly<Record<string, { mappings?: { _meta?: Json } }>>)[name] ?? {};
      // Another index of which this is an alias is somebody else's too.
      return stateOf(mappings?._meta);
    },

    create(index) {
      const { settings, mappings } = body(index.handed);
      return [
        {
          method: 'PUT',
          path: `/${index.name}`,
          body: {
            // Replicas count passages that were replaced each in its own way, and would score differently.
            settings: { ...settings, number_of_replicas: 0, refresh_interval: '-1' },
            mappings: { _meta: markerOf(index, null), _source: { enabled: false }, ...mappings },
          },
        },
      ];
    },

    add: ({ name, handed }, passages) => ({
      method: 'POST',
      path: `/${name}/_bulk`,
      lines: passages.flatMap((each) => linesOf(handed, each)),
    }),
    readFailed(reply, sent): FailedItem[] {
      const { items } = (reply ?? {}) as {
        readonly items?: readonly {
          readonly index: { readonly _id: string; readonly status: number; readonly error?: { [field: string]: Json } };
        }[];
      };
      if (items?.length !== sent) throw incomplete(`it answered for ${items?.length ?? 0} of ${sent} passages`);
      return items.flatMap(({ index: { _id, status, error } }) =>
        error ? [{ id: _id, failure: luceneFailure(status, error, null) }] : [],
      );
    },

    settle: ({ name, handed }) => [
      { method: 'POST', path: `/${name}/_refresh` },
      // Passages that were sent again are there twice until segments are merged, and BM25 counts both.
      ...(handed.system.retrievers.every(isVectors)
        ? []
        : [{ method: 'POST', path: `/${name}/_forcemerge?max_num_segments=1`, isLong: true } as const]),
    ],
    complete: (index, passages) => [
      { method: 'PUT', path: `/${index.name}/_mapping`, body: { _meta: markerOf(index, passages) } },
    ],

    count: ({ name }) => ({ method: 'GET', path: `/${name}/_count` }),
    readCount: (reply) => Number((reply as { readonly count: number }).count),

    // A search names its pipeline, which is there before it: the interface takes none with the search.
    prepare: (handed) => {
      const named = pipeline(handed);
      return named ? [{ method: 'PUT', path: `/_search/pipeline/${pipelineName(handed)}`, body: named }] : [];
    },
    ask: (handed, questions) => ({
      method: 'POST',
      path: `/${handed.name}/_msearch`,
      lines: questions.flatMap((question) => {
        const named = pipeline(handed) ? { search_pipeline: pipelineName(handed) } : {};
        // There is no source: documents are not kept.
        return ['{}', JSON.stringify({ ...search(handed, question), ...named, _source: false })];
      }),
    }),
    readRankings: ({ system }, reply, questions) => {
      const [only] = system.retrievers;
      const score = !system.fusion && isVectors(only!) ? SCORES[metricOf(only)] : (own: number): number => own;
      return answersTo(questions, (reply as Fields | null)?.['responses']).map(({ hits }, question) =>
        hitsOf<Fields>((hits as Fields | undefined)?.['hits'], question, ({ _id, _score }) => ({
          id: _id,
          score: typeof _score === 'number' ? score(_score) : _score,
        })),
      );
    },

    drop: ({ name }) => [{ method: 'DELETE', path: `/${name}` }],
  };
}

/** Of the index and of the fusion: another command with the same fusion finds it. */
const pipelineName = ({ name, system: { fusion, retrievers } }: HandedSystem): string =>
  `${name}_${contentKey({ fusion, lists: retrievers.length }).slice(0, 10)}`;

/** Hitrate's score from what Lucene makes of it, which is never negative. */
const SCORES: Readonly<Record<MetricName, (score: number) => number>> = {
  // (1 + cos) / 2
  cosine: (score) => 2 * score - 1,
  // 1 + product, and 1 / (1 − product) below 0
  'dot-product': (score) => (score >= 1 ? score - 1 : 1 - 1 / score),
  // 1 / (1 + distance²)
  euclidean: (score) => -Math.sqrt(Math.max(0, 1 / score - 1)),
};

/** Which of the two answers; both are asked alike. */
function versionOf(name: OwnLucene['name'], reply: Json | undefined): ReturnType<Protocol['readVersion']> {
  const { version: { number = '', distribution } = {}, tagline = '' } = (reply ?? {}) as {
    readonly version?: { readonly number?: string; readonly distribution?: string };
    readonly tagline?: string;
  };
  const isOpensearch = distribution === 'opensearch';
  const isIt = name === 'OpenSearch' ? isOpensearch : !isOpensearch && /you know, for search/i.test(tagline);
  if (isIt) return { name: `${name} ${number}`, number: versionNumber(number) };
  const named = `${number ? ` of version ${number}` : ''}${tagline ? ` (“${tagline}”)` : ''}`;
  return { name: `another server${named}`, number: null };
}

/** Lines of a bulk request that is sent at a time: two a passage. */
const LINES = 1000;

/** Commands for curl: `<ENGINE>_URL` has the address, `<ENGINE>_AUTH` the whole header, `Authorization: …`. */
export function luceneCommands(
  { name }: HandedSystem,
  { passages, vectors }: Pick<HandedContent, 'passages' | 'vectors'>,
  engine: string,
  pipeline: string | null,
): HandoverCommand[] {
  const json = (method: string, path: string, file: string, type = 'json'): string =>
    `curl --fail-with-body -X ${method} "$${engine}_URL${path}" -H "$${engine}_AUTH" -H 'Content-Type: application/${type}' --data-binary @${file}`;
  const bulk = [
    `split -l ${LINES} passages.ndjson part-`,
    'for part in part-*; do',
    `  answer=$(${json('POST', `/${name}/_bulk?filter_path=errors,items.*.error`, '"$part"', 'x-ndjson')})`,
    // A bulk request answers with 200 also where no passage was taken.
    `  case "$answer" in *'"errors":false'*) ;; *) echo "$part: $answer" >&2; break ;; esac`,
    'done',
    `curl --fail-with-body -X POST "$${engine}_URL/${name}/_refresh" -H "$${engine}_AUTH"`,
  ];
  const search = pipeline === null ? '' : `?search_pipeline=${name}`;
  return [
    { does: 'create-index', shell: json('PUT', `/${name}`, 'index.json') },
    ...(pipeline === null
      ? []
      : [{ does: 'create-pipeline' as const, shell: json('PUT', `/_search/pipeline/${name}`, pipeline) }]),
    ...(passages || vectors ? [{ does: 'index-passages' as const, shell: bulk.join('\n') }] : []),
    { does: 'search', shell: json('POST', `/${name}/_search${search}`, 'search.json') },
  ];
}
