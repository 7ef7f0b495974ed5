import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  type Address,
  addressText,
  collectionIn,
  NEW_RUN,
  parseAddress,
  PARTS,
  SCREENS,
  START,
  VIEW_KEYS,
} from '../../../../../src/ui/shared/navigation/address';

const address = (patch: Partial<Address>): Address => ({
  collection: 'tea',
  run: null,
  screen: 'data',
  part: null,
  view: {},
  ...patch,
});

describe('the address of a place', () => {
  it('names collection, run, screen, part and view', () => {
    const findings = address({ run: 'abc123', screen: 'findings', view: { k: '5', slice: 'language:en' } });
    expect(addressText(findings)).toBe('#/c/tea/r/abc123/findings?slice=language%3Aen&k=5');
    expect(addressText(address({ part: 'documents' }))).toBe('#/c/tea/data/documents');
    expect(addressText(START)).toBe('#/');
    expect(addressText(address({ screen: 'runs', view: NEW_RUN }))).toBe('#/c/tea/runs?drawer=new-run');
  });

  it('leaves out the run of a screen that shows none', () => {
    expect(addressText(address({ run: 'abc123', screen: 'runs' }))).toBe('#/c/tea/runs');
  });

  it.each(['', '#', '#/'])('%j is the start', (hash) => expect(parseAddress(hash)).toEqual(START));

  it.each<[string, string, Partial<Address>]>([
    ['#/c/tea/runs/new', 'a drawer over the runs, which was once a screen', { screen: 'runs', view: NEW_RUN }],
    ['#/c/tea', 'the findings of a collection that is named alone', { screen: 'findings' }],
    ['#/c/tea/findings?k=5&colour=red', 'without names that no view has', { screen: 'findings', view: { k: '5' } }],
  ])('%j is %s', (hash, _, patch) => expect(parseAddress(hash)).toEqual(address(patch)));

  it.each(['#/x', '#/c/', '#/c/tea/nothing', '#/c/tea/data/judge', '#/c/tea/data/documents/more', '#/c/%E0%A4%A'])(
    '%j is no address',
    (hash) => expect(parseAddress(hash)).toBeNull(),
  );

  it.each([
    ['#/c/tea%20time/nothing?k=5', 'tea time'],
    ['#/x', null],
    ['#/c/%E0%A4%A/data', null],
  ])('finds the collection of %j, which is no address', (hash, collection) => {
    expect([parseAddress(hash), collectionIn(hash)]).toEqual([null, collection]);
  });

  it('is read as it was written, whatever the names are', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => !/[\ud800-\udfff]/u.test(each));
    const place = fc.constantFrom(...SCREENS).chain((screen) =>
      fc.record({
        collection: text,
        run: ['findings', 'questions'].includes(screen) ? fc.option(text) : fc.constant(null),
        screen: fc.constant(screen),
        part: fc.constantFrom(null, ...PARTS[screen]),
        view: fc.dictionary(fc.constantFrom(...VIEW_KEYS), text, { noNullPrototype: true }),
      }),
    );
    fc.assert(
      fc.property(place, (each) => {
        expect(parseAddress(addressText(each))).toEqual(each);
      }),
    );
  });
});
