import { bench, describe } from 'vitest';
import { createLexical } from '../../src/adapters/lexical/lexical';

const WORDS = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`);
/** Few words often, many seldom, as in text. */
const word = (): string => WORDS[Math.floor(WORDS.length * Math.random() ** 3)]!;
const texts = Array.from({ length: 5000 }, () => Array.from({ length: 80 }, word).join(' '));

const built = createLexical();
await built.create({ analyzer: 'cjk-bigram' });
await built.add({ texts });
const stored = (await built.serialise())!;

describe(`the word index of ${texts.length} passages`, () => {
  bench('loaded from what was stored', async () => {
    await createLexical().open({ index: stored, analyzer: 'cjk-bigram' });
  });

  bench('built anew', async () => {
    const lexical = createLexical();
    await lexical.create({ analyzer: 'cjk-bigram' });
    await lexical.add({ texts });
  });
});
