import { describe, expect, it } from 'vitest';
import { chunkerName, DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { readChunkings } from '../../../../src/ui/command-line/chunking-option';

const encoders = [
  { id: 'hitrate-embedding', revision: 'r1', maxTokens: 512 },
  { id: 'made/mine@0123:fp32', revision: 'r2', maxTokens: 128 },
];
const context = { cjk: false, encoders, contexts: [] };

function read(typed: readonly string[], given: Parameters<typeof readChunkings>[1] = context) {
  const found = readChunkings(typed, given);
  if (!found.ok) throw new Error(found.problem);
  return found.chunkings;
}

/** Why it is refused; null where it is read. */
function refusal(typed: readonly string[], given: Parameters<typeof readChunkings>[1] = context): string | null {
  const found = readChunkings(typed, given);
  return found.ok ? null : found.problem;
}

describe('readChunkings', () => {
  it.each([
    'whole',
    'recursive 1000/100',
    'recursive 512/0 cjk +headings late',
    'sentences 600/2 +title',
    'tokens 200/20 hitrate-embedding',
    'tokens 100/10 made/mine@0123:fp32 late',
    'headings 3/1500',
    'window 300/30',
  ])('reads the name that results have: %s', (name) => {
    expect(read([name]).map(chunkerName)).toEqual([name]);
    const typed = name.includes('@') ? name : name.replaceAll(' ', ':');
    expect(read([typed])).toEqual(read([name]));
  });

  it('takes the usual numbers where none are said, and separators by the language', () => {
    expect(read(['recursive'])).toEqual([DEFAULT_CHUNKER]);
    expect(read(['recursive'], { ...context, cjk: true })).toEqual([{ ...DEFAULT_CHUNKER, separators: 'cjk' }]);
    expect(read(['recursive:latin'], { ...context, cjk: true })).toEqual([DEFAULT_CHUNKER]);
    expect(read(['recursive:500']).map(chunkerName)).toEqual(['recursive 500/100']);
    expect(read(['headings']).map(chunkerName)).toEqual(['headings 2/2000']);
    expect(read(['tokens'])).toMatchObject([{ model: 'hitrate-embedding', revision: 'r1' }]);
  });

  it('takes the sets of the page', () => {
    expect(read(['sizes']).map(chunkerName).join(', ')).toBe(
      'recursive 256/26, recursive 512/51, recursive 1000/100, recursive 2000/200',
    );
  });

  it('takes every model where models are not known yet', () => {
    expect(refusal(['tokens:100/10:any'], { cjk: false, encoders: null, contexts: null })).toBeNull();
    expect(refusal(['tokens:100/10:any'])).toContain('there is no embedding model “any”');
  });

  it('puts contexts of a file before passages, by its name, which may have blanks', () => {
    const contexts = [
      { name: 'my contexts.jsonl', hash: 'h1' },
      { name: 'c.csv', hash: 'h2' },
    ];
    const known = { ...context, contexts };
    const [recursive, whole] = read(['recursive:500/50:+my contexts.jsonl:late', 'whole:+c.csv'], known);
    expect(recursive).toMatchObject({ kind: 'recursive', size: 500, context: contexts[0], late: true });
    expect(whole).toEqual({ kind: 'whole', context: contexts[1] });
    expect(read([chunkerName(recursive!)], known)).toEqual([recursive]);
    const later = { cjk: false, encoders: null, contexts: null };
    expect(refusal(['recursive:500/50:+my contexts.jsonl:late', 'whole:+c.csv'], later)).toBeNull();
    expect(refusal(['whole', 'whole:+c.csv', 'whole:+d.csv'], later)).toBeNull();
    expect(refusal(['whole:+c.csv', 'whole:+c.csv'], later)).not.toBeNull();
    expect(refusal(['whole:+d.csv'], known)).toContain('Known: my contexts.jsonl, c.csv.');
    expect(refusal(['recursive:+heading'])).toContain('Name one by --contexts.');
  });

  it.each([
    [['whole:100'], '“100” cannot be read'],
    [['window:0/0'], 'Enter a whole number, 1 or more.'],
    [['headings:7/100'], 'Headings have levels 1 to 6.'],
    [['recursive:1/2/3'], '“1/2/3” cannot be read'],
    [['sentences:cjk'], '“cjk” cannot be read'],
    [['recursive', 'sizes'], '“recursive 1000/100” is there twice'],
    [[''], 'there is no way “”'],
  ])('refuses %j', (typed, problem) => {
    expect(refusal(typed)).toContain(problem);
  });
});
