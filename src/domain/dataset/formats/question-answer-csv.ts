import type { DatasetBuilder } from '../builder';
import { baseName, folderOf } from '../../../base/paths';
import { problem, type ProblemLog } from '../problem';
import { fieldIn, fieldNames, idIn, readRecords, textIn } from '../readers/records';
import type { SourceText } from '../source';
import { type CollectionFormat, type FoundCollection, inFolder, readDocs, readPart } from './format';

const ID_FIELDS = ['qid', 'question_id', 'id'] as const;

interface QuestionAnswer {
  readonly questions: SourceText | undefined;
  readonly answers: SourceText | undefined;
}

/**
 * Tables joined on `AID` (as in https://zenodo.org/record/2783642), told apart by file name, else by first column. A
 * question's id is its row, from 1, unless there is a column `QID`, `question_id` or `id`.
 */
export const questionAnswerCsv: CollectionFormat = async (files) => {
  const names = await Promise.all(files.map(async (file) => fieldNames(await file.head())));
  const tables = files.filter((_, i) => names[i]!.has('aid') && names[i]!.has('text'));
  if (tables.length === 0) return [];
  const columnsOf = (file: SourceText): string[] => [...names[files.indexOf(file)]!];
  return [found(tables, pairOf(tables, columnsOf))];
};

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
    ...inFolder(folder, tables[0]!),
    splits: [],
    files: () => tables,

    async read(_split, builder, log) {
      if (!pair) {
        const paths = tables.map(({ path }) => path);
        log.add(problem('ambiguous-files', { file: folder }, 'name-questions', paths));
        return builder.lostAll();
      }
      const missing = (name: string) => ({ folder, name, format: 'question-answer-csv' }) as const;
      await readPart('document', pair.answers, missing('answers.csv'), builder, log, (file) =>
        readDocs(file, { ids: ['aid'], id: 'aid', text: 'text', wanted: ['AID', 'Text'] }, builder, log),
      );
      await readPart('question', pair.questions, missing('questions.csv'), builder, log, (file) =>
        readQuestions(file, builder, log),
      );
      // Every question names its answer: without the questions there is nothing more to report.
      if (!pair.questions) builder.lost('judgment');
    },
  };
}

async function readQuestions(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('question', 'judgment');
  builder.expect('judgment', { file: file.path });
  let row = 0;
  for await (const records of readRecords(file, ['Text', 'AID'], log, onLost))
    for (const record of records) {
      row++;
      const idField = fieldIn(record, ID_FIELDS);
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
