import type { DatasetBuilder } from '../builder';
import { baseName, folderName, folderOf } from '../../../base/paths';
import { problem, type ProblemLog } from '../problem';
import { MetadataReader } from '../readers/metadata';
import { fieldNames, idIn, readRecords, textIn } from '../readers/records';
import type { SourceText } from '../source';
import type { CollectionFormat, FoundCollection } from './format';
import { readPart } from './part';

const PARTS = 'This collection has two files: questions (Text, AID) and answers (AID, Text).';
const ID_FIELDS = ['qid', 'question_id', 'id'] as const;

interface QuestionAnswer {
  readonly questions: SourceText | undefined;
  readonly answers: SourceText | undefined;
}

/**
 * Two tables joined on `AID` (as in https://zenodo.org/record/2783642): questions `Text, AID` and answers `AID, Text`. The
 * answers are the documents. A question's id is its row, from 1, unless there is a column `QID`, `question_id` or `id`.
 * Which file is which is told by their names, or else by which column comes first.
 */
export const questionAnswerCsv: CollectionFormat<'question-answer-csv'> = {
  name: 'question-answer-csv',
  wants: 'questions and answers (two CSV files: Text, AID and AID, Text)',

  async find(files) {
    const names = await Promise.all(files.map(async (file) => fieldNames(await file.head())));
    const tables = files.filter((_, i) => names[i]!.has('aid') && names[i]!.has('text'));
    if (tables.length === 0) return [];
    const columnsOf = (file: SourceText): string[] => [...names[files.indexOf(file)]!];
    return [found(tables, pairOf(tables, columnsOf))];
  },
};

/** @returns null where the two cannot be told apart, or are more than two */
function pairOf(tables: readonly SourceText[], columnsOf: (file: SourceText) => string[]): QuestionAnswer | null {
  const byName = ({ path }: SourceText): boolean | null =>
    /quest|quer/i.test(baseName(path)) ? true : /answer|doc|corpus/i.test(baseName(path)) ? false : null;
  const byColumns = (file: SourceText): boolean => columnsOf(file).indexOf('text') < columnsOf(file).indexOf('aid');
  for (const isQuestions of [byName, byColumns]) {
    const questions = tables.filter((file) => isQuestions(file) === true);
    const answers = tables.filter((file) => isQuestions(file) === false);
    const areAll = questions.length + answers.length === tables.length;
    if (areAll && questions.length <= 1 && answers.length <= 1) return { questions: questions[0], answers: answers[0] };
  }
  return null;
}

function found(tables: readonly SourceText[], pair: QuestionAnswer | null): FoundCollection {
  const folder = folderOf(tables[0]!.path);
  return {
    format: 'question-answer-csv',
    isCertain: true,
    name: folderName(folder),
    root: folder === '' ? tables[0]!.path : folder,
    splits: [],
    files: () => tables,

    async read(_split, builder, log) {
      if (!pair) {
        const which = tables.map(({ path }) => path).join(' or ');
        const what = `${which} may hold the questions. Name one file questions.csv and one answers.csv`;
        log.add(problem('ambiguous-files', { file: folder }, what));
        return builder.lostAll();
      }
      const missing = (name: string) => ({ folder, name, about: PARTS });
      await readPart('document', pair.answers, missing('answers.csv'), builder, log, (file) =>
        readAnswers(file, builder, log),
      );
      await readPart('question', pair.questions, missing('questions.csv'), builder, log, (file) =>
        readQuestions(file, builder, log),
      );
      // Every question names its answer: without the questions there is nothing more to tell.
      if (!pair.questions) builder.lost('judgment');
    },
  };
}

async function readAnswers(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('document');
  const metadata = new MetadataReader(['aid', 'text']);
  for await (const records of readRecords(file, 'AID and Text', log, onLost))
    for (const record of records) {
      const id = idIn(record, 'aid', log);
      const text = textIn(record, 'text', log);
      if (id === null || text === null) onLost();
      else builder.addDoc(id, '', text, record.place(), metadata.read(record));
    }
  metadata.report(file.path, log);
}

async function readQuestions(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => (['question', 'judgment'] as const).forEach((part) => builder.lost(part));
  builder.expect('judgment', { file: file.path });
  let row = 0;
  for await (const records of readRecords(file, 'Text and AID', log, onLost))
    for (const record of records) {
      row++;
      const idField = ID_FIELDS.find((field) => record.fields.has(field));
      const id = idField === undefined ? String(row) : idIn(record, idField, log);
      const text = textIn(record, 'text', log);
      const answer = idIn(record, 'aid', log);
      if (id === null || text === null || answer === null) onLost();
      else {
        builder.addQuery(id, text, record.place());
        builder.addJudgment(id, answer, 1, record.place('AID'));
      }
    }
}
