import { tally } from '../../base/containers';
import type { Doc, DocId } from '../../base/types';
import { boilerplateEdits, repeatedLines, type RepeatedLine } from './boilerplate';
import { Edited, type Edit, nfkcEdits, whiteSpaceEdits } from './edits';
import { duplicateGroups, type DuplicateGroup } from './near-duplicates';
import type { Preparation } from './preparation';

export interface FileDoc {
  readonly file: string;
  readonly doc: Doc;
}

type StepEffect = ReturnType<typeof step>['effect'];

/** Each step is reported as it works on what the chosen steps before it leave. */
export interface PreparationEffects {
  readonly nfkc: StepEffect;
  readonly whiteSpace: StepEffect;
  readonly boilerplate: StepEffect & { readonly lines: readonly RepeatedLine[] };
  readonly duplicates: readonly DuplicateGroup[];
}

interface Prepared {
  readonly docs: readonly FileDoc[];
  readonly effects: PreparationEffects;
  /** Keys of lines that were taken out of several files: files that are read later lose them too. */
  readonly boilerplate: readonly string[];
}

/** The field of a document's metadata that tells which documents it was merged with. */
export const ALSO = 'also';

export function mergedWith({ metadata }: Pick<Doc, 'metadata'>): readonly string[] {
  const also = metadata?.[ALSO];
  return Array.isArray(also) ? also : [];
}

/** Applies steps in the order of {@link Preparation}. @param before prepared documents, only compared with */
export function prepare(
  docs: readonly FileDoc[],
  preparation: Preparation,
  before: Omit<Prepared, 'effects'> = { docs: [], boilerplate: [] },
): Prepared {
  const nfkc = step(
    docs,
    ({ text }) => nfkcEdits(text),
    (line) => line.normalize('NFKC'),
  );
  const normal = preparation.nfkc ? nfkc.docs : docs;
  const whiteSpace = step(normal, ({ text }) => whiteSpaceEdits(text), oneLine);
  const spaced = preparation.whiteSpace ? whiteSpace.docs : normal;
  const lines = boilerplateOf([...before.docs, ...spaced], spaced, before.boilerplate);
  const boilerplate = step(spaced, (doc) => boilerplateEdits(doc, lines.keys(doc.id)), same);
  const lean = preparation.boilerplate ? boilerplate.docs : spaced;
  const all = [...before.docs, ...lean].sort((a, b) => compare(a.file, b.file));
  const duplicates = duplicateGroups(all.map(({ doc }) => doc));
  return {
    docs: withoutDuplicates(all, duplicates, preparation.duplicates),
    effects: {
      nfkc: nfkc.effect,
      whiteSpace: whiteSpace.effect,
      boilerplate: { ...boilerplate.effect, lines: lines.found },
      duplicates,
    },
    boilerplate: preparation.boilerplate ? [...lines.across] : [],
  };
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
const same = (line: string): string => line;
const oneLine = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** Lines repeated across files, or known before. Tables have no headers or footers. */
function boilerplateOf(all: readonly FileDoc[], docs: readonly FileDoc[], known: readonly string[]) {
  const perFile = tally(all.map(({ file }) => file));
  const isWhole = ({ file }: FileDoc): boolean => perFile.get(file) === 1;
  const here = new Set(docs.filter(isWhole).map(({ doc }) => doc.id));
  const found = repeatedLines(all.filter(isWhole).map(({ doc }) => doc));
  const across: ReadonlySet<string> = new Set([...known, ...found.map(({ key }) => key)]);
  const none: ReadonlySet<string> = new Set();
  return { found, across, keys: (id: DocId) => (here.has(id) ? across : none) };
}

const EXAMPLES = 3;

/** @param clean does to titles and headings, which are one line, what the step does to texts */
function step(docs: readonly FileDoc[], editsOf: (doc: Doc) => Edit[], clean: (line: string) => string) {
  let [changed, before, after] = [0, 0, 0];
  const examples: ReturnType<typeof exampleOf>[] = [];
  const result = docs.map((each) => {
    const { doc } = each;
    const edited = new Edited(doc.text, editsOf(doc));
    const title = clean(doc.title);
    before += doc.text.length;
    after += edited.text.length;
    if (edited.edits.length === 0 && title === doc.title) return each;
    changed++;
    if (edited.edits.length > 0 && examples.length < EXAMPLES) examples.push(exampleOf(doc.id, edited));
    return { ...each, doc: { ...doc, title, text: edited.text, ...outlineAfter(doc, edited, clean) } };
  });
  return { docs: result, effect: { docs: changed, before, after, examples } };
}

function outlineAfter({ outline }: Doc, edited: Edited, clean: (line: string) => string): Pick<Doc, 'outline'> {
  if (!outline) return {};
  const headings = outline.headings
    .map(({ start, level, text }) => ({
      level,
      text: clean(text),
      start: edited.forward(start),
      end: edited.forward(start + text.length),
    }))
    .filter(({ start, end }) => end > start)
    .map(({ start, level, text }) => ({ start, level, text }));
  return { outline: { pages: outline.pages.map((start) => edited.forward(start)), headings } };
}

const AROUND = 32;
const MAX = 120;

function exampleOf(doc: DocId, edited: Edited) {
  const { start, end } = edited.edits[0]!;
  const until = Math.min(end, start + MAX);
  const [from, to] = [Math.max(0, start - AROUND), Math.min(edited.source.length, until + AROUND)];
  const after = edited.text.slice(edited.forward(from), edited.forward(to));
  return { doc, before: edited.source.slice(from, to), after };
}

function withoutDuplicates(
  docs: readonly FileDoc[],
  groups: readonly DuplicateGroup[],
  how: Preparation['duplicates'],
): readonly FileDoc[] {
  if (how === 'keep' || groups.length === 0) return docs;
  const gone = new Set(groups.flatMap(({ others }) => others.map(({ id }) => id)));
  const also = new Map(groups.map(({ kept, others }) => [kept, others.map(({ id }) => id)]));
  return docs
    .filter(({ doc }) => !gone.has(doc.id))
    .map((each) => {
      const ids = how === 'merge' ? also.get(each.doc.id) : undefined;
      return ids ? { ...each, doc: { ...each.doc, metadata: { ...each.doc.metadata, [ALSO]: ids } } } : each;
    });
}
