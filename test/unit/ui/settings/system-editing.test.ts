import {
  newRetriever,
  RETRIEVER_KINDS,
  foldFields,
  joinFields,
  retrieverFields,
} from '../../../../src/ui/settings/system-fields';
import { describe, expect, it } from 'vitest';
import { retrieverText } from '../../../../src/ui/shared/retriever-texts';
import { systemText } from '../../../../src/ui/shared/system-text';
import { joinOf, systemProblems, withJoin } from '../../../../src/ui/settings/system-editing';
import { fusionOf, METHOD_NAMES, settingOf } from '../../../../src/domain/fusion/method-settings';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import type { ComposedRetriever } from '../../../../src/domain/experiment/retrievers';
import { DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../src/domain/retrieval/dense/vector-search-spec';
import { MODELS } from '../../workbench/workshop';

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

  it('has different labels in every form, by which its fields are kept apart', () => {
    for (const system of systems)
      for (const fields of [...system.retrievers.map(retrieverFields), joinFields(system), foldFields(system)]) {
        const labels = fields.map(({ label }) => label);
        expect(new Set(labels).size, `${system.id}: ${labels.join()}`).toBe(labels.length);
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

  it('gives another form with its defaults where a kind is chosen', () => {
    const [retriever] = systems.find(({ id }) => id === 'bm25-lucene')!.retrievers;
    const score = retrieverFields(retriever!).find((field) => field.type === 'choice' && field.label === 'Score');
    if (score?.type !== 'choice') throw new Error('there is no choice of a score');
    expect(score.set('query-likelihood')).toMatchObject({ scorer: { kind: 'query-likelihood', mu: 2000 } });
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

  it('offers a width from a file that is none of the usual', () => {
    const search = { ...DEFAULT_VECTOR_SEARCHES.nearest, dimensions: 100 };
    const field = retrieverFields({ kind: 'vectors', search }).find(({ label }) => label === 'Dimensions');
    expect(field).toMatchObject({
      value: '100',
      options: expect.arrayContaining([{ value: '100', label: 'The first 100' }]),
    });
  });

  it('joins by every method, trained or not, and by learned rankers, without a problem', () => {
    const joins = [...METHOD_NAMES, 'lambda-mart', 'rank-net', 'list-net'] as const;
    for (const join of joins) {
      const joined = withJoin(hybrid, join);
      expect(joinOf(joined)).toBe(join);
      expect(systemProblems(joined, DEFAULT_SETTINGS, MODELS), join).toEqual([]);
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

  it('makes a retriever of each kind', () => {
    for (const { value } of RETRIEVER_KINDS) expect(newRetriever(value, []).kind).toBe(value);
  });

  it('says what is wrong, by field', () => {
    const wrong = { ...single, threshold: NaN };
    expect(systemProblems({ ...wrong, id: ' ' }, DEFAULT_SETTINGS, MODELS)).toEqual(['A system needs a name.']);
    expect(systemProblems(wrong, DEFAULT_SETTINGS, MODELS)[0]).toMatch(/^threshold: /);
  });
});
