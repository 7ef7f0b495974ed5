import type { Family, Known } from './families';
import { objectOf, textOf } from './json';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import type { Source } from './source';

export interface Prefixes {
  readonly query: Finding<string>;
  readonly passage: Finding<string>;
}

const FILE = 'config_sentence_transformers.json';

/** Names under which repositories keep the prompt of questions, and that of passages. */
const QUERY = /^(?:query|queries|search[_-]query|retrieval[._-]query|s2p[_-]query|web[_-]search[_-]query|question)$/i;
const PASSAGE =
  /^(?:passage|passages|document|documents|search[_-]document|retrieval[._-](?:passage|document)|corpus|doc)$/i;

/**
 * What is put before a question and before a passage. An empty `prompts`, or empty ones, say nothing: sentence-transformers
 * writes them for every model that it saves.
 */
export function prefixesOf(source: Source, known: Known<Family> | null, remarks: Remarks): Prefixes {
  const stated = statedPrefixes(source);
  if (stated) {
    if (known) warnOfContradiction('questions', stated.query.value, known.family.query, known, remarks);
    if (known) warnOfContradiction('passages', stated.passage.value, known.family.passage, known, remarks);
    return stated;
  }
  if (known) {
    const of = (value: string): Finding<string> => ({ value, from: known.from, certainty: 'family' });
    return { query: of(known.family.query), passage: of(known.family.passage) };
  }
  remarks.warn(
    'Nothing says whether questions or passages need a prefix, so none is put before them. Look for “query:”, “prompt” or ' +
      '“instruction” on the model’s page.',
  );
  const none: Finding<string> = { value: '', from: 'nothing says it', certainty: 'assumed' };
  return { query: none, passage: none };
}

function statedPrefixes(source: Source): Prefixes | null {
  const config = source.object(FILE);
  const prompts = objectOf(config?.['prompts']) ?? {};
  const texts = Object.entries(prompts).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [{ name, text }];
  });
  const common = texts.find(({ name }) => name === textOf(config?.['default_prompt_name']));
  const query = texts.find(({ name }) => QUERY.test(name)) ?? common;
  const passage = texts.find(({ name }) => PASSAGE.test(name)) ?? common;
  if (!query?.text && !passage?.text) return null;
  const of = (found: typeof query): Finding<string> => ({
    value: found?.text ?? '',
    from: found ? `${FILE} (“${found.name}”)` : `${FILE}, which has none for them`,
    certainty: 'stated',
  });
  return { query: of(query), passage: of(passage) };
}

function warnOfContradiction(
  what: string,
  stated: string,
  family: string,
  known: Known<Family>,
  remarks: Remarks,
): void {
  if (stated.trim() === family.trim()) return;
  remarks.warn(
    `Before ${what} ${FILE} puts ${quoted(stated)}, and ${known.from} ${quoted(family)}. What the repository states is ` +
      'taken: compare both on the known pairs.',
  );
}

const quoted = (text: string): string => (text === '' ? 'nothing' : `“${text.replace(/\n/g, '⏎')}”`);
