import { deflateSync } from 'node:zlib';
import { at, pdfOfObjects } from '../unit/adapters/files/documents/pdfs';
import { expect, test } from './app';

test.use({ profile: 'shared' });

/** A PDF of a few kilobytes that takes seconds: 60 MB of drawing that draws nothing. */
function slowPdf(): Buffer {
  const content = deflateSync(`${'q Q '.repeat(15_000_000)}${at(9, 9, 'late')}`).toString('latin1');
  return Buffer.from(
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ]),
  );
}

test(
  'reading that is stopped in the middle of a file shows what was read before it',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    const buffer = slowPdf();
    const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer });
    await app.give([
      { name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# The harbour\n\nA wall.') },
      pdf('b.pdf'),
      pdf('c.pdf'),
    ]);
    await expect(page.getByTestId('reading-progress')).toContainText('b.pdf');
    await page.getByRole('button', { name: 'Stop and show what was read' }).click();
    const reports = page.getByTestId('file-reports');
    await expect(reports).toBeVisible();
    await expect(reports.locator('[data-status="read"]').filter({ hasText: 'a.md' })).toHaveCount(1);
    await expect(reports.locator('[data-status="stopped"]').filter({ hasText: 'c.pdf' })).toContainText(
      'Add it again to read it',
    );
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByTestId('data-overview')).toContainText('Now: questions');
  },
);
