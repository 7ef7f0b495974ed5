import { describe, expect, it } from 'vitest';
import { isStackOverflow, unreadBy, titleFromMetadata } from '../../../../../src/adapters/files/documents/reader';

const endless = (): number => 1 + endless();

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('why a file gives no documents', () => {
  it('is said in words where a stack was too small', () => {
    const overflow = thrownBy(endless);
    expect(isStackOverflow(overflow)).toBe(true);
    expect(isStackOverflow(Object.assign(new Error('too much recursion'), { name: 'InternalError' }))).toBe(true);
    expect(unreadBy(overflow)).toMatchObject({ status: 'broken', message: expect.stringMatching(/^What is in it is nested too deep\. Save/) as string }); // prettier-ignore
  });

  it('is the words of the library where nothing else is known', () => {
    expect(isStackOverflow(new Error('odd byte'))).toBe(false);
    expect(unreadBy(new Error('odd byte')).message).toMatch(/\(odd byte\)\. Save it again/);
  });
});

describe('a title that a program wrote', () => {
  it.each([
    'Of clocks',
    'The untitled painting',
    'Document design in 1987',
    'A/B testing of search engines',
    'C: a reference manual',
    'About: blank forms',
    '1984 – ein Roman',
    '文档分析入门',
    'TCP/IP',
  ])('is kept where it says something: %s', (title) => {
    expect(titleFromMetadata(title)).toBe(title);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \t '],
    ['no text', 7],
    ['a blank page', 'about:blank'],
    ['an address', 'https://example.org/print?id=7'],
    ['a file address', 'file:///C:/Users/me/report'],
    ['a path of Windows', 'C:\\Users\\me\\Desktop\\report v2'],
    ['a path of a network', '\\\\server\\share\\report'],
    ['a file name', 'report-final_v2.docx'],
    ['Word’s', 'Microsoft Word - report.doc'],
    ['Excel’s default', 'Book1'],
    ['no title, numbered', 'Untitled-1'],
    ['no title of a page', 'Untitled Document'],
    ['no title in German', 'Unbenannt 1'],
    ['no title in Chinese', '无标题文档'],
    ['no title in Japanese', '名称未設定'],
    ['no title in Korean', '제목 없음'],
    ['a default name in German', 'Dokument2'],
    ['a new document in Chinese', '新建 Microsoft Word 文档'],
    ['unspecified', '(unspecified)'],
    ['a number', '20240105113045'],
    ['marks', '- - -'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a DOI', 'doi:10.1016/j.artint.2003.12.001'],
  ])('is none where it is %s', (_name, title) => {
    expect(titleFromMetadata(title)).toBe('');
  });

  it('has single blanks', () => {
    expect(titleFromMetadata(' Of\n  clocks ')).toBe('Of clocks');
  });
});
