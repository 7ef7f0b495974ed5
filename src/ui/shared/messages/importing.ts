import { listed, quoted } from '../../../domain/dataset/problem';
import type { ArchiveProblem, IdFlaw, ImportData, ImportProblem, SeenHead } from '../../../domain/dataset/outcome';
import type { IdDifference, IdsApart } from '../../../domain/dataset/runs/ids-apart';
import { MAX_GRADE } from '../../../domain/dataset/readers/grade';
import { counted } from '../format';
import { type Catalogue, say } from './say';
import { engineResultMessages } from './engine-results';
import { characterText, expectedText, gotText, syntaxText } from './expected';
import { arrayText, unfitVectors, vectorDoubt, vectorFlaw } from './vector-files';

const idFlaws: Readonly<Record<IdFlaw, string>> = {
  'NUL character': 'has a NUL character in it (U+0000)',
  'byte order mark': 'has a byte order mark in it (U+FEFF), which cannot be seen',
  'white space': 'begins or ends with white space',
};

const archiveProblems: Readonly<Record<ArchiveProblem, string>> = {
  broken: 'The archive is broken or is not a zip file. Make it again, or give the files without an archive.',
  'broken gzip': 'The file is cut short or damaged, or is no gzip. Make it again, or give it unpacked.',
  encrypted: 'The archive is locked by a password. Make one without a password, or give the files themselves.',
  unsupported: 'The archive is compressed in an unusual way. Make it again with the usual method, “deflate”.',
  'larger than declared':
    'The file unpacks to more than the archive says. The archive is broken or a trap: make it again.',
  'not unpacked': 'An archive of this kind is not unpacked here. Unpack it and add what is in it, or make it a zip.',
};

const ID_DIFFERENCES: Readonly<Record<IdDifference, string>> = {
  extension: 'extension',
  folder: 'folder',
  case: 'case',
  unicode: 'Unicode form',
  passage: 'number of a passage',
};

export const idDifferenceName = (way: IdDifference): string => ID_DIFFERENCES[way];

const withoutText = (way: IdDifference): string =>
  `Without the ${ID_DIFFERENCES[way]} they would be the same (--match-ids ${way}).`;

/** Why a run is not scored: its documents are others. */
export function idsApartText({ count, theirs, ours, without }: IdsApart, of: 'documents' | 'judgments'): string {
  const [where, first] = of === 'documents' ? ['is in the collection', 'document'] : ['is judged', 'judged document'];
  const way = without ? ` ${withoutText(without)}` : '';
  return (
    `None of the ${counted(count, 'document')} of this run ${where}: its first is ${quoted(theirs)}, the first ${first} ` +
    `here is ${quoted(ours)}.${way} Write the ids of the run as those here are; it is left out.`
  );
}

function seenText(seen: SeenHead & { readonly file: string }): string {
  switch (seen.kind) {
    case 'empty':
      return `${seen.file} is empty`;
    case 'json':
      return `${seen.file} is JSON ${seen.fields.length === 0 ? 'without fields' : `with the fields ${listed(seen.fields.map(quoted))}`}`;
    case 'table':
      return `${seen.file} is a table of ${seen.columns.length} columns, the first line being ${listed(seen.columns.map(quoted))}`;
    case 'blanks':
      return `${seen.file} has ${seen.columns} columns between blanks in its first line, ${quoted(seen.line)}; a line of a TREC run has 6, and one of TREC qrels 4`;
  }
}

const formatParts: Readonly<Record<ImportData['missing-file'][0], string>> = {
  beir: 'A BEIR collection has corpus.jsonl, queries.jsonl and qrels/test.tsv (or another split).',
  mteb: 'An MTEB collection has a corpus, queries and qrels (each as JSON Lines or CSV).',
  'ms-marco': 'MS MARCO has collection.tsv, queries.<split>.tsv and qrels.<split>.tsv.',
  autorag: 'AutoRAG has a table of questions (qa) and one of documents (corpus), as CSV or JSON.',
  bright: 'BRIGHT has a table of questions (examples) and one of documents for each task.',
  'question-answer-csv': 'This collection has two files: questions (Text, AID) and answers (AID, Text).',
};

const ambiguities: Readonly<Record<ImportData['ambiguous-files'][0], (which: string) => string>> = {
  'give-one': (which) => `with ${which}; give one of these`,
  'keep-one': (which) => `as ${which}, of which one is to be kept`,
};

/** What is wrong, then what to do. File, line and field come before it ({@link describeProblem}). */
export const importMessages: Catalogue<ImportData> = {
  'unrecognised-files': ([got, seen]) =>
    'Hitrate cannot tell what this is. ' +
    seen.map((each) => `${seenText(each)}. `).join('') +
    (got.length === 0 ? 'It got no files. ' : `It got ${listed(got)}. `) +
    'Compare the fields with those of the supported formats (docs/formats.md).',
  'ids-apart': ([apart, of]) => idsApartText(apart, of),
  'unused-files': ([names, seen]) =>
    `${counted(names.length, 'file')} ${names.length === 1 ? 'is' : 'are'} not used: ${listed(names)}. ` +
    `${seen.map((each) => `${seenText(each)}. `).join('')}Nothing of ${names.length === 1 ? 'it' : 'them'} counts.`,
  'several-collections': ([names]) =>
    `These are ${names.length} collections: ${listed(names)}. Add them one at a time.`,
  'unreadable-file': () =>
    'The file could not be read: it was moved, changed or locked after it was chosen. Choose it again.',
  'empty-file': () => 'The file is empty. Check that it was saved or downloaded whole.',
  'bad-encoding': ([encoding]) =>
    `The text is not valid ${encoding}. Open the file in an editor, save it as UTF-8, and try again.`,
  'bad-archive': ([why]) =>
    typeof why === 'string'
      ? archiveProblems[why]
      : `The path of the entry ${quoted(why.outside)} leads out of the archive, which can overwrite files where it is ` +
        'unpacked. Make the archive again with paths inside it, or give the files themselves.',
  'too-large': ([size, limit]) =>
    `There are ${size} to read, and Hitrate reads up to ${limit}. Give it a part of the collection.`,
  'not-json': ([{ column, expected, got }, advice]) => {
    const end = advice === 'file' ? 'the end of the file' : 'the end of the line';
    return (
      `This is not valid JSON: column ${column} should have ${syntaxText(expected, end)}, and has ` +
      `${characterText(got, end)}. ` +
      (advice === 'file'
        ? 'Correct it, or write the file again with a JSON library.'
        : 'Each line must be one whole JSON object.')
    );
  },
  'too-deep': ([most]) =>
    `Lists or objects are nested more than ${most} deep here. Write this value flatter, or as text.`,
  'wrong-shape': ([expected, got]) =>
    `Here should be ${expectedText(expected)}, and there is ${gotText(got)}. Correct the file.`,
  'bad-mark': ([got]) =>
    `Whether a question has an answer is true or false, yes or no, 1 or 0, and here is ${typeof got === 'string' ? quoted(got) : gotText(got.kind)}. Correct the file.`,
  'unanswerable-judged': ([question]) =>
    `The question ${quoted(question)} is marked as without an answer, and this passage is relevant. Remove the mark or the judgment.`,
  'empty-id': ([kind]) => `The id of this ${kind} is empty. Give every ${kind} an id.`,
  'duplicate-id': ([kind, id, first, hasOtherText]) =>
    `The ${kind} ${quoted(id)} is here again; it was first in ${first}${hasOtherText ? ' with other text' : ''}. ` +
    'Give each its own id, or remove one.',
  'repeated-documents': ([ids]) =>
    `${counted(ids.length, 'document')} ${ids.length === 1 ? 'is' : 'are'} there more than once with the same text, and kept once: ` +
    `${listed(ids.map(quoted))}.`,
  'duplicate-key': ([key]) =>
    `The key ${quoted(key)} is there a second time in one object, and other programs would keep either. Remove one of the two.`,
  'bad-id': ([kind, id, why]) =>
    `The id ${quoted(id)} of this ${kind} ${idFlaws[why]}. Remove it wherever the id is used: other files may lack it.`,
  'empty-truth': () =>
    'This ground-truth text is empty or white space alone: no passage could be found for it. Write the text, or remove it.',
  'partly-judged': ([kind, missing, of]) =>
    `${counted(missing.length, `judged ${kind}`)} of ${of} ${missing.length === 1 ? 'is' : 'are'} not among the ${kind}s: ` +
    `${listed(missing.map(quoted))}. ` +
    (kind === 'document'
      ? 'Judgments of them stay, and count as never found, as in trec_eval.'
      : 'Their judgments are left out.'),
  'judged-apart': ([kind, { known, of, theirs, ours, without }]) =>
    `${known === 0 ? `None of ${counted(of, `judged ${kind}`)} is` : `Only ${known} of ${counted(of, `judged ${kind}`)} ${known === 1 ? 'is' : 'are'}`} ` +
    `among the ${kind}s: ${quoted(theirs)} is judged here and is not, the first ${kind} is ${quoted(ours)}. ` +
    (without ? withoutText(without) : `Write both ids alike, or add the ${kind}s that were judged.`),
  'unknown-document': ([id]) =>
    `The document ${quoted(id)} is judged here and is not among the documents. Add the document, or remove the judgment.`,
  'unknown-question': ([id]) =>
    `The question ${quoted(id)} is judged here and is not among the questions. Add the question, or remove the judgment.`,
  'bad-grade': ([got]) =>
    `The grade ${quoted(typeof got === 'string' ? got : gotText(got.kind))} is not a number from −${MAX_GRADE} to ${MAX_GRADE}. ` +
    'Write 0 for not relevant, 1 or more for relevant.',
  'fractional-grades': ([first, judgments, relevance]) =>
    `${counted(judgments, 'grade')} ${judgments === 1 ? 'has a fraction' : 'have fractions'}, as ${first} here. They are gains of nDCG as they are. ` +
    `Measures with a threshold count a document as relevant from grade ${relevance}, the lowest above 0; “Relevant from grade” in the settings, or ` +
    '--relevance, says otherwise. trec_eval reads whole numbers alone.',
  'questions-among-documents': ([first, all]) =>
    `${counted(all, 'question')} ${all === 1 ? 'stands' : 'stand'} among the documents under ${all === 1 ? 'its' : 'their'} own id, as ${quoted(first)}: ` +
    'whatever searches finds the question itself first. “A document with the id of the question” in the settings, or ' +
    '--ignore-identical-ids, leaves it out, as BEIR does.',
  'ids-matched': ([way, ids, [theirs, ours]]) =>
    `${counted(ids, 'document')} ${ids === 1 ? 'is' : 'are'} taken for others whose ids differ by the ${ID_DIFFERENCES[way]}, as was asked: ` +
    `${quoted(theirs)} for ${quoted(ours)}.`,
  'ids-become-one': ([way, [first, second]]) =>
    `Without the ${ID_DIFFERENCES[way]} the ids ${quoted(first)} and ${quoted(second)} would be one. Write the ids alike in the files.`,
  'ids-by-index': ([name]) =>
    `Two indexes have a document of the same id: all are called by index and id, as ${quoted(name)}.`,
  'missing-file': ([what]) => `This file is missing. ${formatParts[what]} Add it, and choose all the files together.`,
  'no-documents': () => 'There are no documents here. A collection needs at least one.',
  'no-questions': () => 'There are no questions here. A collection needs at least one.',
  'no-judgments': () =>
    'There are no judgments here. A collection needs at least one: without them nothing can be measured.',
  'unknown-split': ([asked, splits]) =>
    splits.length === 0
      ? `There is no split ${quoted(asked)}: these files have no splits. Read them without naming one.`
      : `There is no split ${quoted(asked)}. Choose one of those there are: ${listed(splits)}.`,
  'empty-text': ([what]) =>
    'question' in what
      ? `The question ${quoted(what.question)} has no text. Give it one, or remove it and its judgments.`
      : `${what.documents.length === 1 ? '1 document has' : `${what.documents.length} documents have`} no text: ` +
        `${listed(what.documents)}. Such documents are hardly ever found; check whether their text was lost.`,
  'duplicate-judgment': ([what]) =>
    'pair' in what
      ? `${what.pair} has grade ${what.grade} here and grade ${what.first} in ${what.where}. Keep one of the two.`
      : `${what.length === 1 ? '1 judgment was' : `${what.length} judgments were`} repeated with the same grade and ` +
        `counted once: ${listed(what)}. Check that no other judgment was meant.`,
  'missing-judge': () =>
    'This line names no judge, and the file has a column of judges. Write whose grade it is, or remove the line.',
  'judge-contradicts': ([judge, { question, document }, { grade, first, where }]) =>
    `Judge ${quoted(judge)} gives question ${quoted(question)} with document ${quoted(document)} grade ${grade} here and grade ` +
    `${first} in ${where}. Keep one of the two.`,
  'judge-repeats': ([judge, places]) =>
    `${counted(places.length, 'judgment')} of ${quoted(judge)} came again with the same grade, and counts once: ` +
    `${listed(places)}.`,
  'repaired-encoding': ([encoding]) =>
    `The text is ${encoding} and was read as that. Save it as UTF-8 to be safe with other programs.`,
  'unknown-mode': ([mode]) =>
    `The mode is ${quoted(mode)} and Hitrate knows “text” only: everything was read as text. Check that it is text.`,
  'bad-score': ([got]) =>
    `The score ${quoted(got)} is not a number with an end. Write it as 12.5 or 1.25e1, or remove the line.`,
  'repaired-run': ([missing, lines]) =>
    missing === 'score'
      ? `There are no scores, only ranks, in ${counted(lines, 'line')}: 1 / rank was taken as the score. ` +
        'Fusion by scores needs the scores themselves.'
      : `The ${missing} is missing in ${counted(lines, 'line')}, and was not needed: scores decide the order. ` +
        'Other programs may refuse such a file.',
  'several-tags': ([tags]) =>
    `There are ${tags.length} tags in one run: ${listed(tags)}. The run has the name of the first. ` +
    'If these are several runs, give each its own file.',
  'rising-scores': ([{ ranks, scores }, { rank, score }, questions, of]) =>
    `Ranks and scores contradict each other in ${questions} of ${counted(of, 'question')}: rank ${ranks[1]} has the score ` +
    `${scores[1]} here, and rank ${ranks[0]} has ${scores[0]}. Scores decide the order, highest first, as in trec_eval. ` +
    `If they are distances, the best documents count as the worst: let ranks decide, by “awk '{ $${score} = -$${rank} } 1' ` +
    'OLD > NEW”, and add the new file instead.',
  'duplicate-hit': ([hits]) =>
    `${hits.length === 1 ? '1 line names' : `${hits.length} lines name`} a document again for the same question, and ` +
    `the first counts: ${listed(hits)}. Check that the file is one run.`,
  'passed-over': ([what, lines]) =>
    what === 'comments'
      ? `${counted(lines, 'line')} with “#” in front: passed over. Check that no id begins so.`
      : `${counted(lines, 'line')} without a rating: passed over as not judged. Write 0 for not relevant.`,
  'passed-over-fields': ([fields]) =>
    `${fields.length === 1 ? 'A field of documents holds' : 'Fields of documents hold'} other things than texts, numbers ` +
    `and lists of texts, which were passed over: ${listed(fields)}. Write them as fields of their own if they are needed.`,
  'unused-fields': ([fields]) => `${fields.length === 1 ? 'A field is' : 'Fields are'} not used: ${listed(fields)}.`,
  'bad-csv': ([why]) =>
    why === 'unclosed'
      ? 'A field begins with a double quote here, which is never closed. Close it, or write the quote twice.'
      : 'There is a double quote inside a quoted field here. Write it twice, as CSV has it, or write the file again.',
  'bad-list': ([at]) =>
    `This is not a list that can be read: character ${at.column} should be ${syntaxText(at.expected, 'the end')}, and is ` +
    `${characterText(at.got, 'the end')}. ` +
    'Write lists as JSON, or as Python prints them.',
  'answers-no-passages': ([texts, isTestSet]) =>
    `${counted(texts.length, 'text')} of the column of ground truth ${texts.length === 1 ? 'stands' : 'stand'} in no context: ` +
    `they are answers, as ${quoted(texts[0]!)}, and say nothing about passages. ` +
    (isTestSet
      ? 'The contexts are taken as the relevant passages, as in a test set.'
      : 'Add a column reference_contexts with the relevant passages.'),
  'unmatched-texts': ([texts, total]) =>
    `${texts.length === total ? 'No ground-truth text' : `${counted(texts.length, 'ground-truth text')} of ${total}`} ` +
    (texts.length === total ? 'is found in any document' : 'found in no document') +
    `: ${listed(texts.map(quoted))}. Check that the documents are those that the texts were taken from.`,
  'image-pages': () =>
    'The pages of this set are images: there is no text to retrieve. Read their text with OCR first.',
  shards: ([why]) => {
    if ('again' in why) return `It was downloaded twice: ${quoted(why.again)} is left out.`;
    const { missing, of } = why;
    return `${counted(missing.length, 'part')} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing: ${listed(missing)}. Add all parts of the table together.`;
  },
  'ambiguous-files': ([todo, which]) =>
    `These files can be read in two ways: ${ambiguities[todo](which.join(' or '))}.`,
  'bad-array': ([why]) => arrayText(why),
  'bad-table': ([kind, why]) =>
    why === null
      ? 'A spreadsheet of this kind is not read. Save it as .xlsx or CSV.'
      : `This ${kind} file cannot be read (${why}). Write it again, or as CSV or JSON Lines.`,
  'other-sheets': ([read, left]) =>
    `Only the sheet ${quoted(read)} is read, without ${listed(left.map(quoted))}. Save a sheet as a file of its own to read it, too.`,
  'bad-vector': ([why, of]) => vectorFlaw(why, of),
  'doubtful-vectors': ([why]) => vectorDoubt(why),
  'rounded-vectors': () => 'The numbers are of double precision: they are kept and searched in single precision.',
  'no-rewrites': ([questions]) =>
    `${counted(questions.length, 'question')} without a rewrite: ${listed(questions.map(quoted))}. ` +
    'They are asked as they are.',
  'repeated-rewrites': ([texts]) =>
    `${counted(texts.length, 'rewrite')} of the same question came again, and counts once: ` +
    `${listed(texts.map(quoted))}.`,
  'unfit-rewrites': ([why]) => {
    if (why === 'no-documents') return 'This collection has no documents: nothing can be searched for a rewrite.';
    if (why === 'document-ids')
      return 'What is here for each question are ids of documents: these are judgments, and no rewrites.';
    const ours = why.ours === null ? '' : `, the first question here is ${quoted(why.ours)}`;
    return (
      `None of its questions is in this collection, by id or by text: its first is ${quoted(why.first)}${ours}. ` +
      'Open the collection that it belongs to.'
    );
  },
  'unfit-vectors': ([why]) => unfitVectors(why),
  'empty-contexts': ([records]) =>
    `${counted(records, 'context')} ${records === 1 ? 'is' : 'are'} empty: a passage without a context is indexed as it is.`,
  'repeated-contexts': ([named]) =>
    `${counted(named.length, 'passage')} with a second context, of which the first counts: ` +
    `${listed(named.slice(0, 3).map(quoted))}.`,
  'bad-time': ([got]) =>
    `This is no time: ${quoted(got)}. Write it as 2026-11-24T01:30:00Z, or as milliseconds since 1970.`,
  'clicks-beside': () =>
    'This is a log of clicks. It is left out here: add it again once the collection is there and open.',
  'unfit-contexts': ([why]) =>
    why === 'no-documents'
      ? 'This collection has no documents: there are no passages for these contexts.'
      : `None of its contexts is of a document of this collection: its first is of ${quoted(why.first)}, and the first document here is ${quoted(why.ours)}. ` +
        'Open the collection that it belongs to.',
  ...engineResultMessages,
  'partly-fitting': ([what, unknown, of]) => {
    const [noun, fate] = {
      rewrites: ['question', 'are not in this collection: their rewrites are kept, and not used'],
      passages: ['passage', 'are not in this collection: their vectors are left out'],
      questions: ['question', 'are not in this collection: their vectors are left out'],
      contexts: ['context', 'are of documents that are not in this collection: they are kept, and not used'],
    }[what] as [string, string];
    return `${unknown.length} of ${counted(of, noun)} ${fate}. The first: ${listed(unknown.slice(0, 3).map(quoted))}.`;
  },
};

/** `corpus.jsonl, line 12, field “text”: …` */
export function describeProblem(problem: ImportProblem): string {
  const { file, line, field } = problem;
  const where = [file, line === undefined ? '' : `line ${line}`, field === undefined ? '' : `field ${field}`];
  return [where.filter((part) => part !== '').join(', '), say(importMessages, problem)]
    .filter((part) => part !== '')
    .join(': ');
}

/** What is said of a file whose path is shown beside it; notes of readers are sentences. */
export const reportText = (message: ImportProblem | string): string =>
  typeof message === 'string' ? message : describeProblem({ ...message, file: '' });
