import { count, counted } from '../../ui/shared/format';
import type { HandoverRefusal, TargetId, FailedItem, VersionNumber } from '../../domain/handover/target';
import { handoverRefusalMessages, scoringText, TARGET_NAMES as NAMES } from '../../ui/shared/messages/handover';
import { say } from '../../ui/shared/messages/say';
import type { EngineFailure, FailureKind } from '../../domain/handover/failures';

/** Variables of the environment that have credentials: the names that each engine's own tools use, where there are any. */
const CREDENTIALS: Readonly<Record<TargetId, readonly string[]>> = {
  postgresql: ['PGUSER', 'PGPASSWORD'],
  opensearch: ['OPENSEARCH_USERNAME', 'OPENSEARCH_PASSWORD'],
  qdrant: ['QDRANT_API_KEY'],
  elasticsearch: ['ELASTIC_API_KEY', 'ELASTIC_USERNAME', 'ELASTIC_PASSWORD'],
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text without any secret of the environment, whatever an engine put into its message, and in what encoding. */
export function withoutSecrets(text: string, engine: TargetId, env: Environment): string {
  return secretsOf(engine, env).reduce((shown, secret) => shown.replace(inAnyForm(secret), '…'), text);
}

/** Credentials, and what is sent of them or made of them. */
function secretsOf(engine: TargetId, env: Environment): string[] {
  const valuesOf = (isUser: boolean): string[] =>
    CREDENTIALS[engine].filter((name) => /USER/.test(name) === isUser).flatMap((name) => env[name] || []);
  const prefixes = [...[...valuesOf(true), 'elastic'].map((user) => `${user}:`), ''];
  return valuesOf(false).flatMap((secret) => {
    const sent = prefixes.map((prefix) =>
      Buffer.from(prefix + secret)
        .toString('base64')
        .replace(/=+$/, ''),
    );
    // A key of Elasticsearch is the base64 of its name and the key.
    const [, key] = /^[\w-]+:([\w-]{6,})$/.exec(Buffer.from(secret, 'base64').toString()) ?? [];
    return [...sent, secret, ...(key ? [key] : [])];
  });
}

/** Each character as it is, or as HTML, JSON and URLs escape it. */
function inAnyForm(secret: string): RegExp {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const characters = Array.from(secret, (character) => {
    const forms = [
      JSON.stringify(character).slice(1, -1),
      Array.from({ length: character.length }, (_, i) => `\\u${hex(character.charCodeAt(i), 4)}`).join(''),
      Array.from(Buffer.from(character), (byte) => `%${hex(byte, 2)}`).join(''),
      character === ' ' ? '+' : character,
      character,
    ].map((form) => form.replace(/[^\w%]/gu, (each) => `\\u{${hex(each.codePointAt(0)!, 1)}}`));
    return /[&<>"']/.test(character) ? `(?:&\\w+;|&#\\w+;|${forms.join('|')})` : `(?:${forms.join('|')})`;
  });
  return new RegExp(characters.join(''), 'giu');
}

/** A scoring of words that the engine does not have, and the one that it computes instead: by the codes of a handover. */
export interface Substitute {
  readonly system: string;
  /** Place among the retrievers of the system. */
  readonly retriever: number;
  readonly asked: string;
  readonly given: string;
  readonly k1: number;
  readonly b: number;
}

/** Why a part that can be handed over stays with the page where an engine searches, and what to do instead. */
const PARTS = {
  chunker: 'cuts documents into passages: save the passages as a collection and name that',
  fields: 'searches fields of metadata, and passages go to the engine as title and text',
  dimensions:
    'shortens vectors: leave “dimensions” out, or give shortened vectors by --passage-vectors and --question-vectors',
  filter: 'filters by metadata, and passages go to the engine as title and text',
  threshold: 'cuts by a score of Hitrate’s own search: scores of an engine differ',
} as const;
export type LivePart = keyof typeof PARTS;

type VectorRows = { readonly path: string; readonly dimensions: number };

const ADDRESS_FORMS =
  'postgresql://host:5432/database, opensearch+https://host:9200, elasticsearch+https://host:9200, qdrant+https://host:6333';

const originOf = (address = '', base?: string): string =>
  URL.canParse(address, base) ? new URL(address, base).origin : 'another address';

export const engineProblems = {
  address: (scheme: string) =>
    `--engine takes the address of an engine, as ${ADDRESS_FORMS}${scheme === '' ? '.' : `, not one with “${scheme}://”.`}`,
  secretInAddress: (engine: TargetId) =>
    `--engine: the address has a name, a password or a key in it, and addresses are seen in lists of processes. Set ${CREDENTIALS[engine].join(', ')} in the environment instead.`,
  noCollection: () =>
    '--engine needs a collection with passages, questions and judgments: a folder with corpus.jsonl, queries.jsonl and qrels, or another collection format. Documents as Markdown or PDF are cut into passages by the page first.',
  noJudged: () => 'No question of the collection has a judgment: there is nothing to score.',
  listsAtK: () =>
    'The experiment cuts lists at each k before they are fused, which would ask the engine once for each k: set “lists” to “depth”.',
  textMeasures: (measures: readonly string[]) =>
    `${measures.join(', ')} read the text of what was found, and that stays with the engine: leave them out.`,
  part: (system: string, part: LivePart) => `System “${system}” ${PARTS[part]}.`,
  refused: (system: string, engine: TargetId, refusal: HandoverRefusal) =>
    `System “${system}” does not run on ${NAMES[engine]}. ${say(handoverRefusalMessages, refusal)}`,
  /** One that only the engine's own search would compute otherwise. */
  fusion: (system: string, engine: TargetId, refusal: HandoverRefusal) =>
    `${engineProblems.refused(system, engine, refusal)} Or leave --fusion out, and Hitrate joins the lists.`,
  noVectorFiles: (system: string) =>
    `System “${system}” reads vectors from files: name them by --passage-vectors and --question-vectors.`,
  vectorRows: (path: string, rows: number, expected: number, of: string) =>
    `${path} has ${count(rows)} rows, and there are ${count(expected)} ${of}: one row each, in the order of the file of ${of}, is needed.`,
  vectorWidths: (passages: VectorRows, questions: VectorRows) =>
    `${passages.path} has vectors of ${passages.dimensions} numbers and ${questions.path} of ${questions.dimensions}: they must be of one model.`,
  vectorFile: (path: string, why: string) =>
    `${path} cannot be read as vectors: ${why} A NumPy array (.npy) of two dimensions is needed, row by row.`,
  redirected: (status: number, from: string, to: string | undefined) =>
    `HTTP ${status}: ${originOf(from)} sends on to ${originOf(to, from)}. Redirections are not followed: what was sent stays at the address that was named. Name the right one`,
  packed: (by: string) => `the answer is packed (${by}), which was not asked for`,
  tooMuch: (most: number) => `the answer is longer than ${count(most)} bytes, and is not read on`,
  foreign: (index: string, engine: TargetId) =>
    `${NAMES[engine]} has “${index}” already, and Hitrate did not create it: nothing was written. Rename or remove it, or use another database.`,
  blankInId: (kind: string, id: string) =>
    `The ${kind} “${id}” has white space in its id, which files of runs cannot hold. Nothing was sent: rename it.`,
  notCreated: (index: string, engine: TargetId) =>
    `${NAMES[engine]} said that it made “${index}”, and has none: nothing was written. Is the address that of the engine itself?`,
  inUse: (index: string) => `Another command is building “${index}”. Wait until it has ended.`,
  repeatedIds: (read: number, there: number) =>
    `${count(read)} passages were read, and the index has ${count(there)}: ids are there twice. Give each passage an id of its own, and begin anew with --fresh.`,
  changed: (read: number, before: number) =>
    `The passages end after ${count(read)}, and ${count(before)} are in the index: the files changed. Begin anew with --fresh.`,
  version: (found: string, engine: TargetId, least: VersionNumber) =>
    `At this address is ${found}, and ${NAMES[engine]} ${least.join('.')} or later is needed.`,
  tooWide: (engine: TargetId, dimensions: number, most: number) =>
    `Vectors have ${count(dimensions)} numbers, and ${NAMES[engine]} takes ${count(most)} at most: take a model with shorter vectors.`,
} as const;

const EXTENSIONS: Readonly<Record<TargetId, string>> = {
  postgresql: 'The database lacks an extension: pgvector (“vector”) for vectors.',
  opensearch: 'OpenSearch lacks a plugin: k-NN (opensearch-knn) for vectors, neural-search for fusion.',
  elasticsearch: 'Elasticsearch lacks a module, or its licence does not include the feature.',
  qdrant: 'Qdrant lacks a feature.',
};

const rightsOn = (engine: TargetId): string =>
  engine === 'postgresql'
    ? 'create schemas in the database (GRANT CREATE ON DATABASE), and extensions where they are not created yet'
    : `create, write, read and delete ${engine === 'qdrant' ? 'collections' : 'indexes'} that begin with “hitrate”`;

const DO: Readonly<Record<FailureKind, (engine: TargetId) => string>> = {
  unreachable: () => 'Is it running, and is the address right? The same command resumes.',
  timeout: () => 'It took too long. The same command resumes; --batch with a smaller number asks for less at a time.',
  busy: () => 'It refused for now, also after waiting (quota or load). The same command resumes later.',
  'disk-full': () =>
    'Its disk is full or past the watermark: free or add space there, and lift the block if it does not by itself. The same command resumes.',
  memory: () => 'It ran out of memory: give it more, or use a smaller --batch. The same command resumes.',
  'too-large': () => 'One request is more than it takes: use a smaller --batch. The same command resumes.',
  'read-only': () =>
    'The index takes no writes: somebody set a block on it, or the cluster did. Lift the block there. The same command resumes.',
  'refused-login': (engine) => `It refused the login: set ${CREDENTIALS[engine].join(', ')} in the environment.`,
  forbidden: (engine) => `The login may not do this: it needs the right to ${rightsOn(engine)}.`,
  'extension-missing': (engine) => `${EXTENSIONS[engine]} Install it on the server, or name systems that do without.`,
  dimensions: () =>
    'The vectors have another length than the index: the model or the file changed. Begin anew with --fresh.',
  starting: () => 'Its shards do not come up. The same command resumes later.',
  incomplete: () =>
    'It was asked again, and no answer was whole: nothing of it is kept or scored. The same command resumes.',
  exists: () => 'Nothing was written. Run the same command again: it checks who made the index.',
  rejected: () => 'Nothing more was sent. The same command resumes once this is fixed.',
};

const ended = (detail: string): string => (/[.!?]$/.test(detail) ? detail : `${detail}.`);

export const failureText = (engine: TargetId, { kind, detail }: EngineFailure, question: string | null = null) =>
  `${NAMES[engine]}${question === null ? '' : `, question “${question}”`}: ${ended(detail)} ${DO[kind](engine)}`;

/** @param first of those that were not taken */
export const failedItemsText = (engine: TargetId, failed: number, of: number, { id, failure }: FailedItem): string =>
  `${NAMES[engine]} did not take ${counted(failed, 'passage')} of a batch of ${count(of)}, as “${id}”: ${ended(failure.detail)} ${DO[failure.kind](engine)} What was taken stays.`;

const PURPOSES = {
  look: 'To look whether the index is there',
  create: 'To create it, where it is not',
  index: 'To index passages, of which the first is shown',
  settle: 'To make passages searchable, and to mark the index as whole',
  prepare: 'To have what its searches need',
  ask: 'To ask, of which the first question is shown',
} as const;
export type RequestPurpose = keyof typeof PURPOSES;

export const engineNotices = {
  found: (engine: string, shown: string) => `${engine} at ${shown}`,
  created: (index: string) => `Building the index “${index}”.`,
  resumed: (index: string, passages: number) => `Resuming the index “${index}” after ${count(passages)} passages.`,
  reused: (index: string, passages: number) => `The index “${index}” is there, with ${count(passages)} passages.`,
  dropped: (index: string) => `Removed the index “${index}”.`,
  longTerms: (passages: number) =>
    `${counted(passages, 'passage')} had terms of more than 32,766 bytes, which the engine does not take: those terms were left out.`,
  kept: (index: string) => `The index “${index}” stays for the next command on these files; --fresh builds it anew.`,
  waiting: (detail: string, seconds: number) => `Waiting ${seconds.toFixed(1)} s: ${detail}`,
  substitute: (engine: TargetId, { system, asked, given, k1, b }: Substitute) =>
    `${system}: ${NAMES[engine]} cannot score by ${scoringText(asked)}. Words are scored by ${scoringText(given)} (k1 ${k1}, b ${b}): scores differ from the page’s.`,
  dryRun: (engine: TargetId) => `Nothing is sent to ${NAMES[engine]}. The requests, the first of each kind in full:`,
  times: (requests: number, what: RequestPurpose) => `${PURPOSES[what]}: ${counted(requests, 'request')}`,
} as const;

export const engineSteps = {
  reading: 'Reading questions and judgments',
  counting: (passages: number) => `Counting the terms of passages: ${count(passages)}`,
  indexing: (passages: number, share: number | null) =>
    `Indexing passages: ${count(passages)}${share === null ? '' : ` · ${Math.floor(100 * share)} %`}`,
  settling: 'Building the indexes of the engine',
  asking: (done: number, of: number) => `Asking ${count(done)}/${count(of)} questions`,
} as const;
