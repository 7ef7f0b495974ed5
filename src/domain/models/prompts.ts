import { type Family, type Known, ofFamily } from './families';
import type { Remarks } from './remarks';
import { assumed, type Finding, stated } from './repository';
import { objectOf, type Source, textOf } from './source';

export interface Prefixes {
  readonly query: Finding<string>;
  readonly passage: Finding<string>;
}

const FILE = 'config_sentence_transformers.json';

/** Names under which repositories keep the prompt of questions, and that of passages. */
const QUERY = /^(?:query|queries|search[_-]query|retrieval[._-]query|s2p[_-]query|web[_-]search[_-]query|question)$/i;
const PASSAGE =
  /^(?:passage|passages|document|documents|search[_-]document|retrieval[._-](?:passage|document)|corpus|doc)$/i;

/** Prefixes of questions and passages. Empty `prompts` or entries say nothing: sentence-transformers writes them. */
export function prefixesOf(source: Source, known: Known<Family> | null, remarks: Remarks): Prefixes {
  const found = statedPrefixes(source);
  if (found) {
    if (known) warnOfContradiction('questions', found.query.value, known.family.query, known, remarks);
    if (known) warnOfContradiction('passages', found.passage.value, known.family.passage, known, remarks);
    return found;
  }
  if (known) return { query: ofFamily(known.family.query, known), passage: ofFamily(known.family.passage, known) };
  remarks.warn('prefix-assumed', null);
  return { query: assumed(''), passage: assumed('') };
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
  const of = (found: typeof query): Finding<string> =>
    stated(found?.text ?? '', found ? `${FILE} (“${found.name}”)` : { code: 'prompt-absent', data: { path: FILE } });
  return { query: of(query), passage: of(passage) };
}

function warnOfContradiction(
  before: 'questions' | 'passages',
  stated: string,
  usual: string,
  { from }: Known<Family>,
  remarks: Remarks,
): void {
  if (stated.trim() !== usual.trim())
    remarks.warn('prefix-differs', { before, path: FILE, stated, family: from, usual });
}
