import { describe, expect, test } from 'vitest';
import { type GenerateOptions, generateQuestions } from '../../../../../src/domain/questions/generate/generate';
import { select } from '../../../../../src/domain/questions/generate/select';
import type { Proposal } from '../../../../../src/domain/questions/candidate';
import { type Doc, docId } from '../../../../../src/base/types';

const TOPICS = ['valve', 'flange', 'gasket', 'impeller', 'bearing', 'coupling'];
const about = (topic: string, i: number): string =>
  `# The ${topic} foundry\n\nThe old ${topic} foundry of Brandholm number ${i} cast iron for ${topic} makers in the eastern harbour towns.`;
const docs: Doc[] = TOPICS.map((topic, i) => ({
  id: docId(`doc-${i}`),
  title: `Handbook of the ${topic} trade`,
  text: about(topic, i),
  outline: { pages: [], headings: [{ start: 0, level: 2, text: `The ${topic} foundry` }] },
}));
const options: GenerateOptions = { kinds: ['heading', 'title'], limit: 9, seed: 7 };

describe('generating', () => {
  test('gives the same questions for the same seed, and others for another', () => {
    const made = generateQuestions(docs, options);
    expect(generateQuestions(docs, options)).toEqual(made);
    expect(generateQuestions(docs, { ...options, seed: 8 }).candidates).not.toEqual(made.candidates);
  });

  test('gives no more than asked for, and tells how many there could be', () => {
    const { candidates, found } = generateQuestions(docs, options);
    expect(candidates).toHaveLength(9);
    expect(found).toEqual({ heading: 6, title: 6 });
  });

  test('spreads over documents before it asks one twice', () => {
    const { candidates } = generateQuestions(docs, { ...options, limit: 6 });
    expect(new Set(candidates.map(({ place }) => place.doc)).size).toBe(6);
    expect(new Set(candidates.map(({ origin }) => origin)).size).toBeGreaterThan(1);
  });

  test('makes a question of several places once, with all of them', () => {
    const twice = [...docs, { ...docs[0]!, id: docId('copy') }];
    const { candidates } = generateQuestions(twice, { kinds: ['title'], limit: 100, seed: 1 });
    const own = candidates.filter(({ text }) => text === 'What is “Handbook of the valve trade” about?');
    expect(own.map(({ place, also = [] }) => [place, ...also].map(({ doc }) => doc))).toEqual([['doc-0', 'copy']]);
  });

  test('counts the documents in languages that it has no patterns for', () => {
    const german =
      'Die Pumpe ist eine Maschine, die Flüssigkeiten bewegt. Sie wird seit langer Zeit in vielen Betrieben verwendet, und niemand möchte sie missen, weil ohne sie nichts ginge. '.repeat(
        3,
      );
    const { candidates, otherLanguages } = generateQuestions([{ id: docId('d'), title: '', text: german }], options);
    expect([candidates.length, otherLanguages]).toEqual([0, 1]);
  });

  test('tells each document’s language by itself in a mixed collection', () => {
    const mixed: Doc[] = [
      ['en', 'How valves stop water', 'A valve is a device that stops a flow of water.'],
      ['zh', '光刻设备的原理', '光刻机是一种制造芯片的设备。'],
      ['ja', '半導体の性質について', '半導体とは、導体と絶縁体の中間の性質を持つ物質である。'],
    ].map(([id, title, text]) => ({ id: docId(id!), title: title!, text: text! }));
    const { candidates } = generateQuestions(mixed, { kinds: ['title'], limit: 10, seed: 1 });
    expect(candidates.map(({ text, language }) => `${language} ${text}`).sort()).toEqual([
      'en What is “How valves stop water” about?',
      'ja 「半導体の性質について」は何について書かれていますか？',
      'zh 《光刻设备的原理》主要讲了什么？',
    ]);
  });
});

test('a way of asking that is rare has its share of a small limit', () => {
  const [rare, ...others] = proposals.filter(({ origin }) => origin !== 'title');
  const many = [...others.filter(({ origin }) => origin === 'relation'), rare!];
  const chosen = select(many, { limit: 6, seed: 3 }).map(({ origin }) => origin);
  expect(chosen).toEqual(['keywords', ...Array.from({ length: 5 }, () => 'relation')]);
});

test('a choice takes what is to be taken last only where there is nothing else', () => {
  const proposal = (text: string, doc: string): Proposal => ({
    text,
    origin: 'cloze',
    language: 'en',
    place: { doc: docId(doc), start: 0, end: 1 },
    value: 1,
  });
  const all = [proposal('bad', 'a'), proposal('good', 'a'), proposal('fine', 'b')];
  const isBad = ({ text }: Proposal) => text === 'bad';
  expect(select(all, { limit: 2, seed: 1, isLast: isBad }).map(({ text }) => text)).not.toContain('bad');
  expect(select(all, { limit: 3, seed: 1, isLast: isBad }).map(({ text }) => text)[2]).toBe('bad');
});

const proposals = (['keywords', 'relation', 'title'] as const).flatMap((origin) =>
  Array.from({ length: 40 }, (_, i): Proposal => {
    const place = { doc: docId(`${i}`), start: 0, end: 1 };
    return { text: `${origin} ${i}`, origin, language: 'en', place, value: i };
  }),
);
const counts = (shares: Record<string, number>, limit: number): number[] => {
  const chosen = select(proposals, { limit, seed: 1, shares });
  return ['keywords', 'relation', 'title'].map((origin) => chosen.filter((each) => each.origin === origin).length);
};

test('the choice has the proportions of the mix', () => {
  expect(counts({ keywords: 10, relation: 30, title: 0 }, 40)).toEqual([10, 30, 0]);
  expect(counts({}, 30)).toEqual([10, 10, 10]);
});

test('others take the place of an origin that has too few', () => {
  expect(counts({ keywords: 1, relation: 9, title: 0 }, 60)).toEqual([20, 40, 0]);
});
