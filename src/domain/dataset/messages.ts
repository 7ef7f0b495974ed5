import type { IdFlaw } from './id-flaw';
import type { ImportProblemCode } from './outcome';
import { MAX_GRADE } from './readers/grade';

/** Things that have an id of their own. */
export type Kind = 'document' | 'question';

const LISTED = 10;
const SHOWN_UNITS = 80;

/** An id or a value between quotes, cut where it is long. */
export function quoted(text: string): string {
  const units = [...text.slice(0, SHOWN_UNITS + 1)];
  return text.length > SHOWN_UNITS ? `“${units.slice(0, -2).join('')}…”` : `“${text}”`;
}

/** The first few of a list; the others are counted. */
export function listed(items: readonly string[]): string {
  const rest = items.length - LISTED;
  return rest > 0 ? `${items.slice(0, LISTED).join(', ')} and ${rest} more` : items.join(', ');
}

/** “1 line”, “2 lines”. */
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

const idFlaws: Readonly<Record<IdFlaw, string>> = {
  'NUL character': 'has a NUL character in it (U+0000)',
  'byte order mark': 'has a byte order mark in it (U+FEFF), which cannot be seen',
  'white space': 'begins or ends with white space',
};

/** Why vectors cannot be used with a collection. */
export type UnfitVectors =
  | { readonly why: 'no-documents' }
  | { readonly why: 'counts'; readonly rows: number; readonly docs: number; readonly queries: number }
  | { readonly why: 'either'; readonly rows: number }
  | { readonly why: 'unknown-ids'; readonly first: string; readonly doc: string; readonly query: string }
  | { readonly why: 'both-ids' }
  | { readonly why: 'missing'; readonly ids: readonly string[]; readonly docs: number }
  | { readonly why: 'alone'; readonly there: 'passages' | 'questions' }
  | { readonly why: 'several'; readonly of: 'passages' | 'questions'; readonly files: readonly string[] }
  | { readonly why: 'widths'; readonly passages: number; readonly questions: number };

function unfitVectors(unfit: UnfitVectors): string {
  switch (unfit.why) {
    case 'no-documents':
      return 'This collection has no documents: there is nothing that vectors could be of.';
    case 'counts':
      return (
        `It has ${counted(unfit.rows, 'row')}, and this collection has ${counted(unfit.docs, 'document')} and ` +
        `${counted(unfit.queries, 'question')}. An array needs one row for each, in their order; or write JSON Lines with ids.`
      );
    case 'either':
      return (
        `It has ${counted(unfit.rows, 'row')}, and this collection has as many documents as questions. ` +
        'Name the files after what they hold: passages.npy and questions.npy.'
      );
    case 'unknown-ids':
      return (
        `None of its ids is in this collection: its first is ${quoted(unfit.first)}, the first document here is ` +
        `${quoted(unfit.doc)}, the first question ${quoted(unfit.query)}. Open the collection that it belongs to.`
      );
    case 'both-ids':
      return (
        'Its ids are those of documents and of questions alike. Give passages and questions each their own file, and ' +
        'name them after what they hold: passages.jsonl and questions.jsonl.'
      );
    case 'missing':
      return (
        `${unfit.ids.length} of ${counted(unfit.docs, 'document')} of this collection have no vector in it: ` +
        `${listed(unfit.ids.slice(0, 3).map(quoted))}. A passage without one could never be found: give all.`
      );
    case 'alone':
      return unfit.there === 'passages'
        ? 'These are vectors of passages, and there are none of questions to search them with. Give both files together.'
        : 'These are vectors of questions, and there are none of passages to search. Give both files together.';
    case 'several':
      return `There are several files of ${unfit.of} (${listed(unfit.files)}). Add one model’s vectors at a time.`;
    case 'widths':
      return `Passages have ${unfit.passages} numbers a vector, and questions ${unfit.questions}. Both must come from one model.`;
  }
}

const archiveProblems = {
  broken: 'The archive is broken or is not a zip file. Make it again, or give the files without an archive.',
  'broken gzip': 'The file is broken, or was not compressed by gzip in one piece. Make it again, or give it unpacked.',
  encrypted: 'The archive is locked by a password. Make one without a password, or give the files themselves.',
  unsupported: 'The archive is compressed in an unusual way. Make it again with the usual method, “deflate”.',
  'larger than declared':
    'The file unpacks to more than the archive says. The archive is broken or a trap: make it again.',
} as const;

type ArchiveProblem = keyof typeof archiveProblems;

/**
 * What every problem says, in one place: what is wrong, then what to do. File, line and field are told apart from the
 * message, and stand before it (`describeProblem`).
 */
export const messages = {
  'unrecognised-files': (
    got: readonly string[],
    wants: Readonly<Record<'collections' | 'judgments' | 'runs' | 'supplied', string[]>>,
    seen: readonly string[] = [],
  ) =>
    'Hitrate cannot tell what this is. ' +
    seen.map((sentence) => `${sentence}. `).join('') +
    `It reads collections: ${wants.collections.join('; ')}. Judgments alone: ${wants.judgments.join('; ')}. ` +
    `Results of other systems: ${wants.runs.join('; ')}. For retrieval: ${wants.supplied.join('; ')}. ` +
    (got.length === 0 ? 'It got no files.' : `It got ${listed(got)}.`),

  'several-collections': (names: readonly string[]) =>
    `These are ${names.length} collections: ${listed(names)}. Add them one at a time.`,

  'unreadable-file': () =>
    'The file could not be read: it was moved, changed or locked after it was chosen. Choose it again.',

  'empty-file': () => 'The file is empty. Check that it was saved or downloaded whole.',

  'bad-encoding': (encoding: string) =>
    `The text is not valid ${encoding}. Open the file in an editor, save it as UTF-8, and try again.`,

  'bad-archive': (why: ArchiveProblem | { readonly outside: string }) =>
    typeof why === 'string'
      ? archiveProblems[why]
      : `The path of the entry ${quoted(why.outside)} leads out of the archive, which can overwrite files where it is ` +
        'unpacked. Make the archive again with paths inside it, or give the files themselves.',

  'too-large': (size: string, limit: string) =>
    `There are ${size} to read, and Hitrate reads up to ${limit}. Give it a part of the collection.`,

  'not-json': (at: { expected: string; got: string; column: number }, advice: 'file' | 'lines') =>
    `This is not valid JSON: column ${at.column} should have ${at.expected}, and has ${at.got}. ` +
    (advice === 'file'
      ? 'Correct it, or write the file again with a JSON library.'
      : 'Each line must be one whole JSON object.'),

  'too-deep': (most: number) =>
    `Lists or objects are nested more than ${most} deep here. Write this value flatter, or as text.`,

  'wrong-shape': (expected: string, got: string) =>
    `Here should be ${expected}, and there is ${got}. Correct the file.`,

  'empty-id': (kind: Kind) => `The id of this ${kind} is empty. Give every ${kind} an id.`,

  'duplicate-id': (kind: Kind, id: string, first: string) =>
    `The ${kind} ${quoted(id)} stands here again; it first stood in ${first}. Give each its own id, or remove one.`,

  'duplicate-key': (key: string) =>
    `The key ${quoted(key)} stands a second time in one object, and other programs would keep either. Remove one of the two.`,

  'bad-id': (kind: Kind, id: string, why: IdFlaw) =>
    `The id ${quoted(id)} of this ${kind} ${idFlaws[why]}. Remove it wherever the id stands: other files may lack it.`,

  'empty-truth': () =>
    'This ground-truth text is empty or white space alone: no passage could be found for it. Write the text, or remove it.',

  'unknown-document': (id: string) =>
    `The document ${quoted(id)} is judged here and is not among the documents. Add the document, or remove the judgment.`,

  'unknown-question': (id: string) =>
    `The question ${quoted(id)} is judged here and is not among the questions. Add the question, or remove the judgment.`,

  'bad-grade': (got: string) =>
    `The grade ${quoted(got)} is not a whole number from −${MAX_GRADE} to ${MAX_GRADE}. ` +
    'Write 0 for not relevant, 1 or more for relevant.',

  'missing-file': (what: string) => `This file is missing. ${what} Add it, and choose all the files together.`,

  'no-documents': () => 'There are no documents here. A collection needs at least one.',
  'no-questions': () => 'There are no questions here. A collection needs at least one.',
  'no-judgments': () =>
    'There are no judgments here. A collection needs at least one: without them nothing can be measured.',

  'unknown-split': (asked: string, splits: readonly string[]) =>
    splits.length === 0
      ? `There is no split ${quoted(asked)}: these files have no splits. Read them without naming one.`
      : `There is no split ${quoted(asked)}. Choose one of those there are: ${listed(splits)}.`,

  'empty-text': (what: { question: string } | { documents: readonly string[] }) =>
    'question' in what
      ? `The question ${quoted(what.question)} has no text. Give it one, or remove it and its judgments.`
      : `${what.documents.length === 1 ? '1 document has' : `${what.documents.length} documents have`} no text: ` +
        `${listed(what.documents)}. Such documents are hardly ever found; check whether their text was lost.`,

  'duplicate-judgment': (what: readonly string[] | { pair: string; grade: number; first: number; where: string }) =>
    'pair' in what
      ? `${what.pair} has grade ${what.grade} here and grade ${what.first} in ${what.where}. Keep one of the two.`
      : `${what.length === 1 ? '1 judgment was' : `${what.length} judgments were`} repeated with the same grade and ` +
        `counted once: ${listed(what)}. Check that no other judgment was meant.`,

  'repaired-encoding': (encoding: string) =>
    `The text is ${encoding} and was read as that. Save it as UTF-8 to be safe with other programs.`,

  'unknown-mode': (mode: string) =>
    `The mode is ${quoted(mode)} and Hitrate knows “text” only: everything was read as text. Check that it is text.`,

  'bad-score': (got: string) =>
    `The score ${quoted(got)} is not a number with an end. Write it as 12.5 or 1.25e1, or remove the line.`,

  'repaired-run': (missing: 'rank' | 'tag' | 'rank and tag' | 'Q0 and tag' | 'score', lines: number) =>
    missing === 'score'
      ? `There are no scores, only ranks, in ${counted(lines, 'line')}: 1 / rank was taken as the score. ` +
        'Fusion by scores needs the scores themselves.'
      : `The ${missing} is missing in ${counted(lines, 'line')}, and was not needed: scores tell the order. ` +
        'Other programs may refuse such a file.',

  'several-tags': (tags: readonly string[]) =>
    `There are ${tags.length} tags in one run: ${listed(tags)}. The run has the name of the first. ` +
    'If these are several runs, give each its own file.',

  'duplicate-hit': (hits: readonly string[]) =>
    `${hits.length === 1 ? '1 line names' : `${hits.length} lines name`} a document again for the same question, and ` +
    `the first counts: ${listed(hits)}. Check that the file is one run.`,

  'passed-over': (what: 'comments' | 'unrated', lines: number) =>
    what === 'comments'
      ? `${counted(lines, 'line')} with “#” in front: passed over. Check that no id begins so.`
      : `${counted(lines, 'line')} without a rating: passed over as not judged. Write 0 for not relevant.`,

  'passed-over-fields': (fields: readonly string[]) =>
    `${fields.length === 1 ? 'A field of documents holds' : 'Fields of documents hold'} other things than texts, numbers ` +
    `and lists of texts, which were passed over: ${listed(fields)}. Write them as fields of their own if they are needed.`,

  'bad-csv': (why: 'unclosed' | 'unexpected') =>
    why === 'unclosed'
      ? 'A field begins with a double quote here, which is never closed. Close it, or write the quote twice.'
      : 'A double quote stands inside a quoted field here. Write it twice, as CSV has it, or write the file again.',

  'bad-list': (at: { expected: string; got: string; column: number }) =>
    `This is not a list that can be read: character ${at.column} should be ${at.expected}, and is ${at.got}. ` +
    'Write lists as JSON, or as Python prints them.',

  'unmatched-texts': (texts: readonly string[], total: number) =>
    `${texts.length === total ? 'No ground-truth text' : `${counted(texts.length, 'ground-truth text')} of ${total}`} ` +
    (texts.length === total ? 'is found in any document' : 'found in no document') +
    `: ${listed(texts.map(quoted))}. Check that the documents are those that the texts were taken from.`,

  'parquet-file': () =>
    'This is a Parquet file, which Hitrate cannot read. Convert it: ' +
    "python -c \"import pandas; pandas.read_parquet('qa.parquet').to_json('qa.json')\" and the same for the corpus.",

  'ambiguous-files': (what: string) => `These files can be read in two ways: ${what}.`,
  'bad-array': (why: string) =>
    `${why} Save it with numpy.save, as an array of two dimensions (one row a vector) of float32.`,

  'bad-parquet': (why: string) =>
    `This Parquet file cannot be read (${why}). Write it again with the usual compression, snappy, or as JSON Lines.`,

  'bad-vector': (why: 'zero' | 'not-finite' | { width: number; expected: number }) => {
    if (why === 'zero') return 'This vector is all zeros: nothing is near it. Compute it again, or leave its text out.';
    if (why === 'not-finite') return 'This vector holds something that is not a finite number. Compute it again.';
    return `This vector has ${why.width} numbers, and the first has ${why.expected}: all must be of one width.`;
  },

  'rounded-vectors': () => 'The numbers are of double precision: they are kept and searched in single precision.',

  'no-rewrites': (questions: readonly string[]) =>
    `${counted(questions.length, 'question')} without a rewrite: ${listed(questions.map(quoted))}. ` +
    'They are asked as they are.',

  'repeated-rewrites': (texts: readonly string[]) =>
    `${counted(texts.length, 'rewrite')} stood again for the same question, and counts once: ` +
    `${listed(texts.map(quoted))}.`,

  'unfit-rewrites': (why: 'no-documents' | 'document-ids' | { first: string; ours: string | null }) => {
    if (why === 'no-documents') return 'This collection has no documents: nothing can be searched for a rewrite.';
    if (why === 'document-ids')
      return 'What stands here for each question are ids of documents: these are judgments, and no rewrites.';
    const ours = why.ours === null ? '' : `, the first question here is ${quoted(why.ours)}`;
    return (
      `None of its questions is in this collection, by id or by text: its first is ${quoted(why.first)}${ours}. ` +
      'Open the collection that it belongs to.'
    );
  },

  'unfit-vectors': (why: UnfitVectors) => unfitVectors(why),

  'partly-fitting': (what: 'rewrites' | 'passages' | 'questions', unknown: readonly string[], of: number) => {
    const [noun, fate] = {
      rewrites: ['question', 'are not in this collection: their rewrites are kept, and not used'],
      passages: ['passage', 'are not in this collection: their vectors are left out'],
      questions: ['question', 'are not in this collection: their vectors are left out'],
    }[what] as [string, string];
    return `${unknown.length} of ${counted(of, noun)} ${fate}. The first: ${listed(unknown.slice(0, 3).map(quoted))}.`;
  },
} as const satisfies { readonly [Code in ImportProblemCode]: (...args: never) => string };
