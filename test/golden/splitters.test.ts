import { readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { cut } from '../../src/domain/chunk/by-tokens';
import { sectionsOf, recursive, SEPARATIONS, type Separation } from '../../src/domain/chunk/recursive';
import { tidy } from '../../src/domain/chunk/spans';
import type { ChunkerSpec } from '../../src/domain/chunk/chunker-spec';
import { docId, type Doc, type Heading, type Span } from '../../src/base/types';
import { goldenPath, readJson } from './read';

interface Golden {
  splitter: string;
  params: {
    chunk_size: number;
    chunk_overlap: number;
    separators: string[];
    keep_separator?: boolean | 'end';
    headers_to_split_on?: string[][];
    strip_headers?: boolean;
  };
  text: 'en' | 'zh' | 'md';
  n: number;
  chunks: { text: string; start: number; start_utf16?: number; len?: number }[];
}

const golden = readJson<{ texts: Record<Golden['text'], string>; results: Golden[] }>(
  goldenPath('splitters', 'splitters.json'),
);
/** The Markdown is kept as .txt: a formatter would change it. */
const textOf = (name: Golden['text']): string =>
  readFileSync(goldenPath('splitters', golden.texts[name].replace(/md$/u, 'txt')), 'utf8');
const of = (splitter: string): Golden[] => golden.results.filter((each) => each.splitter === splitter);
const document = (text: string): Doc => ({ id: docId('d'), title: '', text });
const places = (text: string, spans: readonly Span[]) =>
  spans.map(({ start, end }) => ({ text: text.slice(start, end), start_utf16: start }));
const expected = ({ chunks }: Golden) => chunks.map(({ text, start_utf16 }) => ({ text, start_utf16 }));

const LATIN = ['\n\n', '\n', ' ', ''];
const CJK = ['\n\n', '\n', '。', '！', '？', '；', '，', '、', ' ', ''];

describe('RecursiveCharacterTextSplitter', () => {
  const cases = of('RecursiveCharacterTextSplitter');
  const named = (each: Golden) =>
    `${each.text} ${each.params.chunk_size}/${each.params.chunk_overlap}, ${each.params.separators.length} separators, kept ${each.params.keep_separator}`;

  it.each(cases.map((each) => [named(each), each] as const))('every chunk and offset is LangChain’s: %s', (_, each) => {
    const text = textOf(each.text);
    const { separators, chunk_size: size, chunk_overlap: overlap, keep_separator } = each.params;
    expect([LATIN, CJK]).toContainEqual(separators);
    const separation: Separation = {
      separators: separators.length === LATIN.length ? SEPARATIONS.latin.separators : SEPARATIONS.cjk.separators,
      keep: keep_separator === 'end' ? 'end' : 'start',
    };
    const spans = tidy(text, recursive(text, { start: 0, end: text.length }, { size, overlap }, separation));
    expect(places(text, spans)).toEqual(expected(each));
    expect(spans.length).toBe(each.n);
  });

  it('all eleven are compared, 313 chunks', () => {
    expect(cases).toHaveLength(11);
    expect(cases.reduce((sum, { n }) => sum + n, 0)).toBe(313);
  });

  it('what a person chooses is LangChain’s default, and with CJK separators its keep_separator="end"', () => {
    const chosen = (each: Golden, separators: 'latin' | 'cjk'): ChunkerSpec => ({
      kind: 'recursive',
      size: each.params.chunk_size,
      overlap: each.params.chunk_overlap,
      separators,
      context: 'none',
    });
    for (const each of cases) {
      const cjk = each.params.separators.length === CJK.length;
      const spec = chosen(each, cjk ? 'cjk' : 'latin');
      if (spec.kind !== 'recursive') throw new Error('no recursive spec');
      const found = places(textOf(each.text), cut(document(textOf(each.text)), spec));
      if (cjk && each.params.keep_separator !== 'end') expect(found).not.toEqual(expected(each));
      else expect(found).toEqual(expected(each));
    }
  });
});

describe('RecursiveCharacterTextSplitter of random texts', () => {
  interface Random {
    text: string;
    size: number;
    overlap: number;
    separators: 'latin' | 'cjk';
    keep: 'start' | 'end';
    chunks: string[];
  }
  const cases = readJson<Random[]>(goldenPath('splitters', 'random.json'));
  const stripped = (chunks: readonly string[]): string[] =>
    chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== '');

  it('has the same chunks, 400 texts', () => {
    let compared = 0;
    for (const { text, size, overlap, separators, keep, chunks } of cases) {
      const separation: Separation = { separators: SEPARATIONS[separators].separators, keep };
      const spans = recursive(text, { start: 0, end: text.length }, { size, overlap }, separation);
      expect(stripped(spans.map(({ start, end }) => text.slice(start, end)))).toEqual(stripped(chunks));
      compared += stripped(chunks).length;
    }
    expect(cases).toHaveLength(400);
    expect(compared).toBe(8190);
  });
});

it('MarkdownTextSplitter is the same with other separators, which it takes literally: every chunk and offset', () => {
  const [each] = of('MarkdownTextSplitter');
  const text = textOf('md');
  const { separators, chunk_size: size, chunk_overlap: overlap } = each!.params;
  const separation: Separation = {
    separators: separators
      .filter((separator) => separator !== '')
      .map((separator) => new RegExp(literal(separator), 'gu')),
    keep: 'start',
  };
  const spans = tidy(text, recursive(text, { start: 0, end: text.length }, { size, overlap }, separation));
  expect(places(text, spans)).toEqual(expected(each!));
  expect(spans).toHaveLength(11);
});

describe('MarkdownHeaderTextSplitter', () => {
  const text = textOf('md');
  const doc = { text, outline: { pages: [], headings: headingsOf(text) } };
  const words = (content: string): string => content.replace(/\s+/gu, ' ').trim();

  it('has our sections: its chunks are joined lines, stripped, so white space is not compared', () => {
    const [kept] = of('MarkdownHeaderTextSplitter').filter(({ params }) => params.strip_headers === false);
    expect(sectionsOf(doc, 3).map(({ start, end }) => words(text.slice(start, end)))).toEqual(
      kept!.chunks.map((chunk) => words(chunk.text)),
    );
    // Most of its chunks are nowhere in the source: a reason to keep places instead.
    expect(kept!.chunks.filter(({ start }) => start < 0)).toHaveLength(9);
  });

  it('takes a comment in a code block for no heading, and without headings ends where ours do', () => {
    const [stripped] = of('MarkdownHeaderTextSplitter').filter(({ params }) => params.strip_headers === true);
    const ours = sectionsOf(doc, 3).map(({ start, end }) => text.slice(start, end));
    expect(ours.filter((section) => section.includes('neither is this'))).toHaveLength(1);
    const withoutHeadings = ours.map((section) => section.replace(/^(?:#{1,3} [^\n]*\n\s*)+/u, ''));
    expect(withoutHeadings.map(words)).toEqual(stripped!.chunks.map((chunk) => words(chunk.text)));
  });
});

/** Its separators are patterns (`\\n#{1,6} `), but it does not say so to the class that it extends, which escapes them. */
const literal = (separator: string): string => separator.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

function headingsOf(text: string): Heading[] {
  return fromMarkdown(text).children.flatMap((node) =>
    node.type === 'heading'
      ? [{ start: node.position!.start.offset!, level: node.depth, text: heading(text, node.position!) }]
      : [],
  );
}

const heading = (
  text: string,
  { start, end }: { start: { offset?: number | undefined }; end: { offset?: number | undefined } },
): string => text.slice(start.offset, end.offset).replace(/^#+ /u, '');
