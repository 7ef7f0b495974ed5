import { describe, expect, it } from 'vitest';
import type { SuppliedHeader } from '../../../../src/contract/storage';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { lexical, vectorsBy, catalogue } from '../../../../src/domain/experiment/catalogue';
import { composedOf, parseComposed } from '../../../../src/domain/experiment/composed';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import type { ComposedRetriever } from '../../../../src/domain/experiment/retrievers';
import { systemText } from '../../../../src/ui/shared/system-text';
import { retrieverText } from '../../../../src/ui/shared/retriever-texts';
import { foldFields, joinFields, newRetriever, retrieverFields } from '../../../../src/ui/settings/system-fields';
import { askedField, joinOf, systemProblems, withJoin } from '../../../../src/ui/settings/system-editing';
import { readyMade } from '../../../../src/ui/evaluate/ready-made';
import { DEFAULT_DRAFT, readDraft, restoreDraft } from '../../../../src/ui/settings/settings-draft';
import { CARDS } from '../result';
import { fusionOf, METHOD_NAMES, settingOf } from '../../../../src/domain/fusion/method-settings';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../src/domain/retrieval/dense/vector-search-spec';
import { MODELS } from '../../workbench/workshop';

const FILES = [
  { name: 'a.json', hash: 'h1' },
  { name: 'b.json', hash: 'h2' },
];
const words = lexical(DEFAULT_ANALYZER);
/** The choice of what a retriever is asked by; undefined where there is none. */
const choiceOf = (retriever: ComposedRetriever, files = FILES) => {
  const [field] = askedField(retriever, files);
  return field?.type === 'choice' ? field : undefined;
};
const asking = (retriever: ComposedRetriever, value: string, files = FILES) => choiceOf(retriever, files)!.set(value);
const common = { collection: 'c', hash: 'h1', addedAt: 1, questions: 4 };
const rewrites: SuppliedHeader = { ...common, kind: 'rewrites', name: 'a.json', files: ['a.json'], texts: 8 };
const vectors: SuppliedHeader = {
  ...common,
  kind: 'vectors',
  name: 'p.npy',
  files: ['p.npy', 'q.npy'],
  passages: 9,
  dimensions: 3,
};

describe('what a retriever is asked by', () => {
  it('is chosen among the question, its rewrites in a file, and both', () => {
    const values = choiceOf(words)!.options.map(({ value }) => value);
    expect(values).toEqual(['question', 'both:a.json', 'only:a.json', 'both:b.json', 'only:b.json']);
    for (const value of values) expect(choiceOf(asking(words, value))!.value).toBe(value);
  });

  it('changes nothing else, and keeps the constant from one file to the next', () => {
    const constant = retrieverFields(asking(words, 'both:a.json')).at(-1)!;
    if (constant.type !== 'number') throw new Error('no number');
    const asked = constant.set(7);
    expect(asked).toEqual({
      kind: 'rewritten',
      rewrites: { name: 'a.json', hash: 'h1' },
      original: true,
      constant: 7,
      retriever: words,
    });
    expect(asking(asked, 'only:b.json')).toMatchObject({
      rewrites: { name: 'b.json', hash: 'h2' },
      original: false,
      constant: 7,
    });
    expect(asking(asked, 'question')).toEqual(words);
  });

  it('is no choice for what reads no question, nor where there are no rewrites', () => {
    expect(choiceOf({ kind: 'run', name: 'r', hash: 'h' })).toBeUndefined();
    expect(choiceOf(newRetriever('vectors:p.npy', [], [vectors]))).toBeUndefined();
    expect(choiceOf(words, [])).toBeUndefined();
  });

  it('stays what it is where the file is gone', () => {
    const asked = asking(words, 'only:a.json');
    const { value, options } = choiceOf(asked, [])!;
    expect(options.map((each) => each.value)).toContain(value);
    expect(asking(asked, 'both:a.json', [])).toEqual({ ...asked, original: true });
  });

  it('has the fields of what it asks, which change that', () => {
    const asked = asking(words, 'both:a.json');
    const fields = retrieverFields(asked);
    expect(fields.map(({ label }) => label)).toEqual([
      ...retrieverFields(words).map(({ label }) => label),
      'Constant of the fusion',
    ]);
    const numbers = fields.flatMap((field) => (field.type === 'number' ? [field.value] : []));
    expect(numbers.every(Number.isFinite)).toBe(true);
    const scorer = fields.find(({ label }) => label === 'Score')!;
    if (scorer.type !== 'choice') throw new Error('no choice');
    expect(scorer.set('bm25l')).toMatchObject({ kind: 'rewritten', retriever: { scorer: { kind: 'bm25l' } } });
  });
});

describe('systems that are ready for a supplied file', () => {
  const made = [...readyMade(rewrites, DEFAULT_SETTINGS, DEFAULT_ANALYZER), ...readyMade(vectors, DEFAULT_SETTINGS, DEFAULT_ANALYZER)]; // prettier-ignore

  it('are words, vectors and both with rewrites, and the vectors alone and with words', () => {
    expect(made.map(({ id }) => id).join(', ')).toBe(
      'bm25 with rewrites, embedding with rewrites, ensemble with rewrites, vectors of p.npy, bm25 and p.npy',
    );
    expect(made.map(systemText)).toEqual([
      'BM25+ (MiniSearch) asked by the question and its rewrites in “a.json”',
      'Vectors by cosine asked by the question and its rewrites in “a.json”',
      expect.stringContaining(
        'and vectors by cosine asked by the question and its rewrites in “a.json”, joined by wsum',
      ),
      'Vectors by cosine of “p.npy”',
      expect.stringContaining('BM25+ (MiniSearch) and vectors by cosine of “p.npy”, joined by wsum'),
    ]);
  });

  it('are sound, come back from storage, and give their models back', () => {
    expect(parseComposed(JSON.parse(JSON.stringify(made)))).toEqual({ ok: true, systems: made });
    const spec = buildExperiment({ ...DEFAULT_SETTINGS, systems: [], composed: made }, CARDS);
    expect(parseExperiment(JSON.parse(JSON.stringify(spec)))).toEqual({ ok: true, spec });
    expect(spec.systems[1]!.retrievers[0]).toMatchObject({ kind: 'rewritten', retriever: { kind: 'dense' } });
    expect(spec.systems.map((each) => composedOf(each))).toEqual(made);
  });

  it('refuse what has no text of a question to rewrite', () => {
    const nested = { ...made[0]!, retrievers: [asking(words, 'both:a.json')] };
    const inner = (retriever: unknown) => [{ ...nested, retrievers: [{ ...nested.retrievers[0], retriever }] }];
    expect(parseComposed(inner(words)).ok).toBe(true);
    expect(parseComposed(inner(vectorsBy('nearest'))).ok).toBe(true);
    expect(parseComposed(inner({ kind: 'run', name: 'r', hash: 'h' })).ok).toBe(false);
    expect(parseComposed(inner(newRetriever('vectors:p.npy', [], [vectors]))).ok).toBe(false);
    expect(parseComposed(inner(nested.retrievers[0])).ok).toBe(false);
  });

  it('are left out where the collection lacks their file, and stay in the form', () => {
    const draft = { ...DEFAULT_DRAFT, systems: ['bm25'] as const, composed: made };
    const idsWith = (supplied: { name: string; hash: string }[]) => {
      const read = readDraft(draft, CARDS, { documents: true, runs: [], leftOut: 0, supplied });
      return read.ok ? read.spec.systems.map(({ id }) => id) : read.problems;
    };
    expect(idsWith([vectors])).toEqual(['bm25', 'vectors of p.npy', 'bm25 and p.npy']);
    expect(idsWith([{ ...vectors, hash: 'another' }])).toEqual(['bm25']);
    const alone = { ...draft, systems: [] };
    expect(readDraft(alone, CARDS, { documents: true, runs: [], leftOut: 0, supplied: [] })).toEqual({
      ok: false,
      problems: { systems: 'Choose at least one system.' },
    });
    expect(restoreDraft(JSON.parse(JSON.stringify(draft)), CARDS).composed).toEqual(made);
  });
});

const entries = catalogue();
const systems = entries.map(({ system }) => system);
const hybrid = systems.find(({ id }) => id === 'fuse-wsum')!;
const single = systems.find(({ id }) => id === 'cosine')!;

describe('the editor of systems', () => {
  it('finds nothing wrong with any system of the catalogue, and has a line on each', () => {
    for (const system of systems) {
      expect(systemProblems(system, DEFAULT_SETTINGS, MODELS), system.id).toEqual([]);
      expect(systemText(system), system.id).toMatch(/^[A-Z].{3,}/);
    }
  });

  it('shows every number of every retriever, and changes that alone', () => {
    for (const retriever of systems.flatMap(({ retrievers }) => retrievers))
      for (const field of retrieverFields(retriever)) {
        if (field.type !== 'number') continue;
        const changed = field.set(field.value! + 1);
        const again = retrieverFields(changed).find(({ label }) => label === field.label)!;
        expect(again.value).toBe(field.value! + 1);
        expect(again.set(field.value as never)).toEqual(retriever);
        expect(field.label, `${retrieverText(retriever)} ${field.label}`).not.toMatch(/^[a-z]+[A-Z]/);
      }
  });

  it('shows what can be set of every join, and changes that alone', () => {
    for (const join of METHOD_NAMES) {
      const joined = withJoin(hybrid, join);
      for (const field of [...joinFields(joined), ...foldFields(joined)]) {
        expect(field.set(field.value as never), `${join}: ${field.label}`).toEqual(joined);
        if (field.type !== 'number') continue;
        const changed = field.set(field.value! + 1);
        const again = [...joinFields(changed), ...foldFields(changed)].find(({ label }) => label === field.label)!;
        expect(again.value, `${join}: ${field.label}`).toBe(field.value! + 1);
      }
    }
  });

  it('shortens vectors and takes all of them again, whatever searches them', () => {
    for (const search of Object.values(DEFAULT_VECTOR_SEARCHES)) {
      const whole = { kind: 'vectors', search } as const;
      const first = (retriever: ComposedRetriever, value: string) => {
        const field = retrieverFields(retriever).find(({ label }) => label === 'Dimensions');
        if (field?.type !== 'choice') throw new Error('there is no choice of dimensions');
        return { shown: field.value, chosen: field.set(value) };
      };
      const { shown, chosen } = first(whole, '128');
      expect([shown, chosen]).toEqual(['all', { kind: 'vectors', search: { ...search, dimensions: 128 } }]);
      // Nothing is left of it: an absent field and an undefined one are two specs.
      expect(JSON.stringify(first(chosen, 'all').chosen)).toBe(JSON.stringify(whole));
      expect(retrieverFields(chosen).map(({ label }) => label)).toEqual(
        retrieverFields(whole).map(({ label }) => label),
      );
      expect(retrieverText(chosen)).toBe(`${retrieverText(whole)}, first 128 dimensions`);
    }
  });

  it('joins by something as soon as there is a second retriever, and by nothing when there is one again', () => {
    const two = withJoin(
      { ...single, retrievers: [...single.retrievers, newRetriever('lexical', [])] },
      joinOf(single),
    );
    expect(two.fusion).toMatchObject({ method: 'wsum', weights: [0.5, 0.5] });
    const three = withJoin({ ...two, retrievers: [...two.retrievers, newRetriever('term-graph', [])] }, joinOf(two));
    expect(three.fusion).toMatchObject({ weights: { length: 3 } });
    expect(withJoin({ ...two, retrievers: single.retrievers }, joinOf(two)).fusion).toBeNull();
  });

  it('reads a fusion into the table of methods and out again', () => {
    for (const { fusion, retrievers } of systems)
      if (fusion) expect(fusionOf(settingOf(fusion, retrievers.length))).toEqual(fusion);
    const theoretical = { ...hybrid.fusion!, norm: { kind: 'theoretical-min-max' as const, lowest: [0, -1] } };
    expect(fusionOf(settingOf(theoretical as typeof hybrid.fusion & object, 2))).toEqual(theoretical);
  });

  it('says what is wrong, by field', () => {
    const wrong = { ...single, threshold: NaN };
    expect(systemProblems({ ...wrong, id: ' ' }, DEFAULT_SETTINGS, MODELS)).toEqual(['A system needs a name.']);
    expect(systemProblems(wrong, DEFAULT_SETTINGS, MODELS)[0]).toMatch(/^threshold: /);
  });
});
