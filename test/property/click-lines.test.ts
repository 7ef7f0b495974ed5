import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventScanner } from '../../src/domain/dataset/clicks/scan-event';

const scan = (text: string) => new EventScanner().scan(`\n${text}\n`, 1, 1 + text.length);

type Members = Readonly<Record<string, unknown>>;

const NAMES = ['action_name', 'query_id', 'user_query', 'client_id', 'user_agent', 'application'];

/** What is read of an event, from what `JSON.parse` says it is. */
function fieldsOf(event: Members): Members {
  const attributes = event['event_attributes'] as Readonly<Record<string, Members | undefined>> | undefined;
  return {
    ...Object.fromEntries(NAMES.filter((name) => name in event).map((name) => [name, event[name]])),
    object: attributes?.['object']?.['object_id'],
    ordinal: attributes?.['position']?.['ordinal'],
  };
}

const eventOf = (members: Members): Members => (members['_source'] ?? members) as Members;

/** Mostly without what takes an escape. */
const words = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: fc.constantFrom('a', 'é', '半', ' ', '{', ':', ',', '7'), maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', '"', '\\', '\t', '}'), maxLength: 6 }) },
);
const numbers = fc.oneof(
  { weight: 9, arbitrary: fc.integer() },
  { weight: 3, arbitrary: fc.integer().map((n) => n / 128) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const values = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, words, numbers, fc.constantFrom(true, false, null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(words, tie('any'), { maxKeys: 3 }),
})).any;
const events = fc.record(
  {
    action_name: fc.constantFrom('click', 'impression', 'add_to_cart'),
    query_id: fc.oneof(words, numbers),
    message: values,
    client_id: words,
    event_attributes: fc.record(
      {
        object: fc.record({ object_id: fc.oneof(words, numbers), more: values }, { requiredKeys: [] }),
        position: fc.record({ ordinal: numbers, xy: values }, { requiredKeys: [] }),
        other: values,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['action_name'] },
);
const lines = fc.tuple(events, fc.boolean(), fc.constantFrom('', ' ', '  ')).map(([event, isWrapped, blank]) =>
  // Blanks between members; texts have none of these signs in a row, but for what they are made of.
  JSON.stringify(isWrapped ? { _index: 'ubi', _source: event } : event, null, blank).replaceAll('\n', blank),
);

/** One sign put in, taken out or in the place of another. */
const damaged = fc
  .tuple(
    lines,
    fc.nat(),
    fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '0', '-', '.', 'e', '\\', '\t', 'x'),
    fc.boolean(),
  )
  .map(([line, at, sign, isReplaced]) => {
    const place = at % (line.length + 1);
    return line.slice(0, place) + sign + line.slice(place + Number(isReplaced));
  });

describe('events of a click log that are scanned', () => {
  it('are those that JSON.parse reads, or are left to it', () => {
    let read = 0;
    fc.assert(
      fc.property(lines, (line) => {
        const found = scan(line);
        if (!found) return;
        read++;
        expect(fieldsOf(eventOf(found))).toEqual(fieldsOf(eventOf(JSON.parse(line) as Members)));
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(200);
  });

  it('are not damaged ones: what JSON.parse refuses is never read', () => {
    fc.assert(
      fc.property(damaged, (line) => {
        const found = scan(line);
        if (found) expect(fieldsOf(eventOf(found))).toEqual(fieldsOf(eventOf(JSON.parse(line) as Members)));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['a plain one', '{"action_name":"click","query_id":7,"x":[true,null,-1.50,{"y":[]},{}]}', true],
    ['one at the end of a line of Windows', '{"action_name":"click"}\r', true],
    ['a leading zero', '{"action_name":"click","x":01}', false],
    ['no digit behind the point', '{"action_name":"click","x":1.}', false],
    ['a comma too many', '{"action_name":"click",}', false],
    ['a list that ends as an object', '{"action_name":"click","x":[1}}', false],
    ['a sign behind the end', '{"action_name":"click"} x', false],
    ['an id that would lose digits', '{"action_name":"click","query_id":9007199254740993}', false],
    ['an escape', '{"action_name":"click","query_id":"\\u0041"}', false],
    ['a tab in a text', '{"action_name":"click","query_id":"a\tb"}', false],
    ['an id that is a list', '{"action_name":"click","query_id":["a"]}', false],
    ['a query', '{"query_id":"1","user_query":"toner"}', false],
    ['a query that logs its event', '{"action_name":"click","ext":{"ubi":{"query_id":"1"}}}', false],
    ['the first line of two', '{"action_name":"click",', false],
  ])('are plain: %s', (_, line, isRead) => {
    expect(scan(line) !== null).toBe(isRead);
  });

  it('have the last of two members of one name, as JSON.parse has it', () => {
    expect(scan('{"action_name":"click","query_id":"a","query_id":"b"}')).toMatchObject({ query_id: 'b' });
  });
});
