import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/experiment/catalogue';
import { readExperiment } from '../../src/domain/experiment/experiment-file';
import type { ModelCard } from '../../src/domain/models/configuration';

const cards = ['hitrate-embedding', 'hitrate-reranker'].map(
  (name) => JSON.parse(readFileSync(`public/models/${name}/card.json`, 'utf8')) as ModelCard,
);
const again = 'make it again: node tools/every-system.mjs';

describe('docs/every-system/experiment.json', () => {
  const read = readExperiment(readFileSync('docs/every-system/experiment.json', 'utf8'), cards, {
    documents: true,
    runs: [],
  });

  it('is an experiment that can be run with the bundled models as they are', () => {
    expect(read.ok ? [] : read.problems, again).toEqual([]);
  });

  it('has every system of the catalogue', () => {
    const ids = read.ok ? read.spec.systems.map(({ id }) => id) : [];
    expect(ids, again).toEqual(expect.arrayContaining(catalogue().map(({ system }) => system.id)));
  });
});

/** The anchors of a page's headings, as GitHub and others make them. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the README and the pages of docs', () => {
  const pages = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

  it.each(pages)('%s links to what exists', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path!);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});
