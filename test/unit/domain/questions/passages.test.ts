import { expect, test } from 'vitest';
import { promptPassages } from '../../../../src/domain/questions/passages';
import { docId, type Doc } from '../../../../src/base/types';

const paragraph = (word: string, times = 60): string => `${`${word} `.repeat(times).trim()}.`;

test('passages are whole paragraphs, none across a heading, none too short to ask about', () => {
  const parts = [paragraph('alpha'), paragraph('beta'), 'Heading', paragraph('gamma'), 'short'];
  const text = parts.join('\n\n');
  const headings = [{ start: text.indexOf('Heading'), level: 1, text: 'Heading' }];
  const doc: Doc = { id: docId('d'), title: '', text, outline: { pages: [], headings } };
  const found = promptPassages([doc], 1).map(({ start, end }) => text.slice(start, end));
  expect(found.sort()).toEqual([parts.slice(2).join('\n\n'), parts.slice(0, 2).join('\n\n')].sort());
});

test('every document is asked once before one is asked twice, in an order that the seed decides', () => {
  const docs: Doc[] = ['a', 'b', 'c'].map((id) => ({
    id: docId(id),
    title: '',
    text: Array.from({ length: 5 }, (_, i) => paragraph(`${id}${i}`, 250)).join('\n\n'),
  }));
  const order = promptPassages(docs, 3).map(({ doc }) => doc);
  expect(new Set(order.slice(0, 3)).size).toBe(3);
  expect(promptPassages(docs, 3)).toEqual(promptPassages(docs, 3));
});

test('a text without paragraphs is cut, and nothing of it is lost', () => {
  const text = Array.from({ length: 400 }, (_, i) => `Sentence number ${i} of the text.`).join(' ');
  const found = promptPassages([{ id: docId('d'), title: '', text }], 1).sort((a, b) => a.start - b.start);
  expect(found.length).toBeGreaterThan(2);
  expect(found.map(({ start, end }) => text.slice(start, end)).join(' ')).toBe(text);
});
