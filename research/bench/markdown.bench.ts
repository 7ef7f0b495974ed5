import { fromMarkdown } from 'mdast-util-from-markdown';
import { readFileSync } from 'node:fs';
import { bench, describe } from 'vitest';
import { markdownHeadings } from '../../src/adapters/files/documents/markdown';

const ours = ['README.md', 'DESIGN.md', 'CHANGELOG.md'].map((file) => readFileSync(file, 'utf8')).join('\n\n');
const text = ours.repeat(Math.ceil(1_000_000 / ours.length)).slice(0, 1_000_000);

/** What takes seconds is run a few times. */
const FEW = { iterations: 2, warmupIterations: 0, time: 0 };

describe('headings of a million characters of Markdown', () => {
  bench('Hitrate: blocks, and the marks inside headings', () => {
    markdownHeadings(text);
  });

  bench(
    'a tree of the whole text, of which the headings are taken',
    () => {
      fromMarkdown(text).children.filter(({ type }) => type === 'heading');
    },
    FEW,
  );
});
