import { expect, it } from 'vitest';
import { NO_PREPARATION } from '../../../../src/domain/documents/preparation';
import { columnsText, preparationText } from '../../../../src/ui/documents/document-texts';

it('says what was done to documents', () => {
  expect(preparationText(NO_PREPARATION)).toBe('as they are');
  expect(preparationText({ ...NO_PREPARATION, whiteSpace: true, duplicates: 'merge' })).toBe(
    'white space, duplicates merged',
  );
});

it('says which columns are what', () => {
  expect(columnsText({ text: ['room', 'description'], title: 'name', id: null })).toBe(
    'text: room, description · title: name · id: number of the row',
  );
  expect(columnsText({ text: ['body'], title: null, id: 'no' })).toBe('text: body · id: no');
});
