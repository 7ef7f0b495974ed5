import { expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { judgedQueries } from '../../../../src/domain/questions/judged-queries';

it('knows the judged questions among the queries of a log by their texts, whatever their case', () => {
  const questions = [
    { id: queryId('1'), text: 'How deep is the harbour?' },
    { id: queryId('2'), text: 'Which tides are there' },
  ];
  const texts = ['which tides are there', 'how deep  is the HARBOUR', 'gulls'];
  expect([...judgedQueries(texts, questions, new Set([queryId('1')]))]).toEqual([1]);
});
