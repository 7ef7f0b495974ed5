import type { ColumnChoice } from '../../domain/documents/file-report';
import type { Preparation } from '../../domain/documents/preparation';
import { clip } from '../shared/format';

const DUPLICATES: Readonly<Record<Preparation['duplicates'], string | null>> = {
  keep: null,
  merge: 'duplicates merged',
  drop: 'duplicates dropped',
};

/** What was done to documents before they were kept: `white space, duplicates merged`. */
export function preparationText({ nfkc, whiteSpace, boilerplate, duplicates }: Preparation): string {
  const steps = [
    nfkc ? 'Unicode NFKC' : null,
    whiteSpace ? 'white space' : null,
    boilerplate ? 'headers and footers' : null,
    DUPLICATES[duplicates],
  ].filter((step) => step !== null);
  return steps.length === 0 ? 'as they are' : steps.join(', ');
}

/** Which columns of a table are what: `text: room, description · title: name · id: number of the row`. */
export const columnsText = ({ text, title, id }: ColumnChoice): string =>
  [
    `text: ${text.map((column) => clip(column, 24)).join(', ')}`,
    title === null ? null : `title: ${clip(title, 24)}`,
    `id: ${id === null ? 'number of the row' : clip(id, 24)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
