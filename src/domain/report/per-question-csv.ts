import { csv } from './csv';
import type { Report } from './report';

/**
 * The value of every measure for every question: a row for each question and system, a column for each measure, under
 * its text. What is left out of a mean is an empty cell.
 */
export function perQuestionCsv({ systems, queries, measureTexts }: Report): string {
  const rows = queries.flatMap((query, i) =>
    systems.map(({ id, perQuery }) => [query, id, ...measureTexts.map((text) => present(perQuery[text]?.[i]))]),
  );
  return csv(['question', 'system', ...measureTexts], rows);
}

const present = (value: number | undefined): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : value;
