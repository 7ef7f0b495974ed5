import { bench, describe } from 'vitest';
import { createLexical } from '../../src/adapters/lexical/lexical';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';

const WORDS = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`);
/** Few words often, many seldom, as in text. */
const word = (): string => WORDS[Math.floor(WORDS.length * Math.random() ** 3)]!;
const texts = Array.from({ length: 5000 }, () => Array.from({ length: 80 }, word).join(' '));

const built = createLexical();
await built.create({ kind: 'minisearch', analyzer: DEFAULT_ANALYZER });
await built.add({ texts });
const stored = (await built.serialise())!;

describe(`the word index of ${texts.length} passages`, () => {
  bench('loaded from what was stored', async () => {
    await createLexical().open({ ...stored, kind: 'minisearch', analyzer: DEFAULT_ANALYZER });
  });

  bench('built anew', async () => {
    const lexical = createLexical();
    await lexical.create({ kind: 'minisearch', analyzer: DEFAULT_ANALYZER });
    await lexical.add({ texts });
  });
});
