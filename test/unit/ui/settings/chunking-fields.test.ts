import { describe, expect, it } from 'vitest';
import {
  chunkerName,
  chunkerProblems,
  type ChunkerSpec,
  chunkerSchema,
} from '../../../../src/domain/chunk/chunker-spec';
import {
  CHUNKER_KINDS,
  type ChunkerProposals,
  chunkerOf,
  fitted,
  lengthNote,
  listProblems,
  chunkerNumbers,
  numberProblems,
  readySets,
  roomOf,
  splitFields,
} from '../../../../src/ui/settings/chunking-fields';
import * as v from 'valibot';

const encoder = { id: 'hitrate-embedding', revision: 'r', maxTokens: 512 };
const proposals: ChunkerProposals = { cjk: false, encoder };
const whole: ChunkerSpec = { kind: 'whole' };
const recursive = chunkerOf('recursive', whole, proposals);

describe('a form of a chunker', () => {
  it('begins every kind with what can be run', () => {
    for (const kind of CHUNKER_KINDS) {
      const spec = chunkerOf(kind, whole, proposals);
      expect(v.is(chunkerSchema, spec)).toBe(true);
      expect(chunkerProblems(spec)).toEqual([]);
      expect(numberProblems(spec)).toEqual({});
      expect(listProblems(spec, [])).toEqual([]);
    }
  });

  it('has a field for every number of a spec', () => {
    for (const kind of CHUNKER_KINDS) {
      const spec = chunkerOf(kind, whole, proposals);
      const numbers = Object.entries(spec).filter(([, field]) => typeof field === 'number');
      const fields = chunkerNumbers(spec);
      expect(fields.map(({ label }) => label.toLowerCase()).sort()).toEqual(numbers.map(([name]) => name).sort());
      for (const field of fields) {
        if (field.type !== 'number') throw new Error('no number');
        const again = chunkerNumbers(field.set(5)).find(({ label }) => label === field.label)!;
        expect(again.value).toBe(5);
        expect(field.set(field.value)).toEqual(spec);
        expect(chunkerNumbers(field.set(NaN)).find(({ label }) => label === field.label)!.problem).toBeDefined();
      }
    }
  });

  it('proposes sentence ends for Chinese and Japanese', () => {
    expect(chunkerOf('recursive', whole, { ...proposals, cjk: true })).toMatchObject({ separators: 'cjk' });
    expect(recursive).toMatchObject({ size: 1000, overlap: 100, separators: 'latin' });
  });

  it('keeps context and late pooling when the kind changes, as far as the kind has them', () => {
    const before: ChunkerSpec = { ...recursive, context: 'headings', late: true } as ChunkerSpec;
    expect(chunkerOf('sentences', before, proposals)).toMatchObject({ context: 'headings', late: true });
    expect(chunkerOf('whole', before, proposals)).toEqual({ kind: 'whole' });
  });

  it('tells what is wrong with which number', () => {
    const with_ = (patch: object) => numberProblems({ ...recursive, ...patch } as ChunkerSpec);
    expect(with_({ size: NaN })).toEqual({ size: 'Enter a whole number, 1 or more.' });
    expect(with_({ size: 0 }).size).toBeDefined();
    expect(with_({ overlap: -1 })).toEqual({ overlap: 'Enter a whole number, 0 or more.' });
    expect(with_({ overlap: 2.5 }).overlap).toBeDefined();
    expect(with_({ overlap: 1000 })).toEqual({ overlap: 'An overlap of 1000 must be less than the size, 1000.' });
    expect(numberProblems({ kind: 'headings', level: 7, size: 9, context: 'none' })).toEqual({
      level: 'Headings have levels 1 to 6.',
    });
    // Sentences are another unit than characters.
    expect(numberProblems({ kind: 'sentences', size: 2, overlap: 5, context: 'none' })).toEqual({});
  });

  it('refuses what is in the list already, and tokens of no model', () => {
    expect(listProblems(recursive, [recursive])).toEqual(['“recursive 1000/100” is in the list already.']);
    expect(listProblems({ ...recursive, context: 'title' } as ChunkerSpec, [recursive])).toEqual([]);
    expect(listProblems(chunkerOf('tokens', whole, { cjk: false, encoder: undefined }), [])).toHaveLength(1);
  });
});

describe('what fits a model', () => {
  it('is its length without its own two tokens, or seven eighths of it where something stands before a passage', () => {
    expect(roomOf(encoder)).toBe(510);
    expect(fitted(whole, encoder, '')).toMatchObject({ kind: 'tokens', model: encoder.id, size: 510, overlap: 51 });
    expect(fitted({ ...recursive, context: 'title' } as ChunkerSpec, encoder, '')).toMatchObject({
      size: 446,
      context: 'title',
    });
    expect(fitted(recursive, encoder, 'passage: ')).toMatchObject({ size: 446 });
  });

  it('is told where more tokens are asked for than the model reads, and only there', () => {
    const tokens = (size: number) => ({ ...chunkerOf('tokens', whole, proposals), size }) as ChunkerSpec;
    expect(lengthNote(tokens(510), proposals)).toBeNull();
    expect(lengthNote(tokens(511), proposals)).toContain('it reads the first 510');
    expect(lengthNote({ ...tokens(511), late: true } as ChunkerSpec, proposals)).toBeNull();
    expect(lengthNote(recursive, proposals)).toBeNull();
  });
});

describe('ready sets', () => {
  it('hold chunkings that can be run together, late ones only where the model can', () => {
    for (const late of [true, false]) {
      const sets = readySets(proposals, late);
      expect(sets.some(({ id }) => id === 'late')).toBe(late);
      for (const { chunkings } of sets)
        chunkings.forEach((spec, i) => {
          expect(numberProblems(spec)).toEqual({});
          expect(listProblems(spec, chunkings.slice(0, i))).toEqual([]);
        });
    }
  });

  it('of contexts have those of files too, on the chunking that is chosen', () => {
    const contexts = [{ name: 'c.jsonl', hash: 'h' }];
    const setOf = (chosen?: ChunkerSpec) =>
      readySets({ ...proposals, contexts, chosen }, false)
        .find(({ id }) => id === 'contexts')!
        .chunkings.map(chunkerName);
    expect(setOf({ ...recursive, size: 500, context: 'title' } as ChunkerSpec)).toEqual([
      'recursive 500/100',
      'recursive 500/100 +title',
      'recursive 500/100 +headings',
      'recursive 500/100 +sentence',
      'recursive 500/100 +c.jsonl',
    ]);
    expect(setOf({ kind: 'whole' })).toEqual(['whole', 'whole +c.jsonl']);
  });
});

describe('contexts of a file', () => {
  const file = { name: 'c.jsonl', hash: 'h' };

  it('are chosen in the place of a rule, and for whole documents too', () => {
    const field = splitFields(recursive, [file]).at(-1)!;
    if (field.type !== 'choice') expect.fail('no choice');
    const other = field.set(field.options.at(-1)!.value);
    expect(other).toEqual({ ...recursive, context: file });
    const again = splitFields(other, [file]).at(-1)!;
    if (again.type !== 'choice') expect.fail('no choice');
    expect(again.set('none')).toEqual(recursive);
    expect(again.set('title')).toEqual({ ...recursive, context: 'title' });
    expect(splitFields(whole)).toEqual([]);
    expect(splitFields(whole, [file])).toMatchObject([{ value: 'none', options: { length: 2 } }]);
  });

  it('stay a choice where the file is no longer there', () => {
    const field = splitFields({ ...whole, context: file }).at(-1)!;
    expect(field).toMatchObject({
      value: 'file h',
      options: [{ value: 'none' }, { label: 'Its context in “c.jsonl”' }],
    });
  });

  it('stay with another kind of chunking', () => {
    const contextual = { ...recursive, context: file } as ChunkerSpec;
    expect(chunkerOf('whole', contextual, proposals)).toEqual({ kind: 'whole', context: file });
    expect(chunkerOf('sentences', { kind: 'whole', context: file }, proposals)).toMatchObject({ context: file });
  });
});
