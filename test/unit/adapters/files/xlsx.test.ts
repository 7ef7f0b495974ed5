import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../../../../src/adapters/files/byte-source';
import { Meter } from '../../../../src/adapters/files/text';
import { firstSheet } from '../../../../src/adapters/files/xlsx';
import { ProblemLog } from '../../../../src/domain/dataset/problem';
import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { beirFiles, bytesOf, imported, lines, problemsOf, read, zipOf } from './make';

const workbook = Uint8Array.from(readFileSync(join(import.meta.dirname, '../../../fixtures/tables/judged.xlsx')));

describe('a workbook', () => {
  it('is read as its first sheet with rows would be saved: numbers, dates, formulas, merged and empty cells', async () => {
    const log = new ProblemLog();
    const source = blobSource('judged.xlsx', new Blob([workbook]));
    const sheet = await firstSheet(source, new Meter(2 ** 20, () => {}), log, 2 ** 20);
    expect(await sheet.head()).toBe(
      'query-id,corpus-id,score,when,note,sure,sum\n' +
        'q1,d1,2,2024-05-06,"semi;colon, ""quotes""\nand a second line ",true,2\n' +
        'q2,d2,0,2024-05-06T12:30:00.000Z,,false,0.75\n' +
        '\n' +
        'q3,12345678901,1,,merged,,\n',
    );
    expect(log.warnings.map((each) => say(importMessages, each))).toEqual([
      'Only the sheet “Judged” is read, without “More”. Save a sheet as a file of its own to read it, too.',
    ]);
  });

  it('is a part of a collection as a CSV is, also in an archive', async () => {
    const files = {
      'corpus.jsonl': lines({ _id: 'd1', text: 'a' }, { _id: 'd2', text: 'b' }, { _id: '12345678901', text: 'c' }),
      'queries.jsonl': lines(...['q1', 'q2', 'q3'].map((_id) => ({ _id, text: _id }))),
      'qrels/test.xlsx': workbook,
    };
    for (const given of [files, { 'set.zip': await zipOf(files) }]) {
      const { judgments } = (await imported(given)).dataset;
      expect(judgments.map(({ query, doc, grade }) => [query, doc, grade])).toEqual([
        ['q1', 'd1', 2],
        ['q2', 'd2', 0],
        ['q3', '12345678901', 1],
      ]);
    }
  });

  it.each([
    ['no archive', () => bytesOf('words'), 'bad-archive'],
    ['cut short', () => workbook.slice(0, -30), 'bad-archive'],
    ['without sheets', () => zipOf({ 'a.xml': '<a/>' }), 'bad-table'],
  ])('that is broken is told: %s', async (_name, bytes, code) => {
    expect(await problemsOf({ 'a.xlsx': await bytes() })).toMatchObject([{ code, file: 'a.xlsx' }]);
  });

  it('does not unpack without end', async () => {
    const bomb = await zipOf({ 'xl/worksheets/sheet1.xml': ' '.repeat(3 * 2 ** 20) });
    expect(await read({ 'a.xlsx': bomb }, undefined, 2 ** 20)).toMatchObject({ problems: [{ code: 'too-large' }] });
  });

  it.each(['a.xls', 'a.ods'])('of another kind is named with what to do: %s', async (name) => {
    const [problem] = await problemsOf({ [name]: 'words' });
    expect([problem!.file, say(importMessages, problem!)]).toEqual([
      name,
      expect.stringContaining('Save it as .xlsx or CSV'),
    ]);
    const { warnings } = await imported(beirFiles({ [name]: 'words' }));
    expect(warnings.map(({ code, file }) => [code, file])).toEqual([['bad-table', name]]);
  });
});
