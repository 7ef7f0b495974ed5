import { extensionOf } from '../../../base/paths';

const KINDS: readonly { readonly what: string; readonly todo: string; readonly extensions: string }[] = [
  {
    what: 'a picture',
    todo: 'Run OCR on it, and add the text.',
    extensions: 'png jpg jpeg gif webp bmp tif tiff svg heic',
  },
  { what: 'a spreadsheet', todo: 'Save its sheets as CSV.', extensions: 'xlsx xls xlsm ods numbers' },
  { what: 'a presentation', todo: 'Save it as PDF.', extensions: 'pptx ppt odp key' },
  {
    what: 'a document of a kind that is not read',
    todo: 'Save it as DOCX or PDF.',
    extensions: 'doc rtf odt pages wps',
  },
  { what: 'a book of a kind that is not read', todo: 'Convert it to HTML or PDF.', extensions: 'epub mobi azw3 djvu' },
  { what: 'sound or film', todo: 'Add a transcript as text.', extensions: 'mp3 wav m4a ogg flac mp4 mov avi mkv webm' },
  {
    what: 'an archive of a kind that is not read',
    todo: 'Unpack it, or make a zip of it.',
    extensions: 'rar 7z tar tgz gz bz2 xz zst',
  },
  { what: 'an archive inside an archive', todo: 'Unpack it, and add what is in it.', extensions: 'zip' },
  { what: 'a program', todo: 'Leave it out.', extensions: 'exe dll so dylib bin class msi dmg' },
  { what: 'JSON', todo: 'Write JSON Lines (.jsonl): one object with a text on each line.', extensions: 'json' },
  { what: 'Parquet', todo: 'Save it as CSV or JSON Lines.', extensions: 'parquet' },
  { what: 'an e-mail', todo: 'Save its text, or print it as PDF.', extensions: 'eml msg mbox' },
];

const byExtension = new Map(KINDS.flatMap((kind) => kind.extensions.split(' ').map((extension) => [extension, kind])));

export function whySkipped(path: string): string {
  const extension = extensionOf(path);
  const read =
    'Text, Markdown and other markup, notebooks, HTML, PDF, DOCX, CSV, JSON Lines and zips of these are read.';
  const kind = byExtension.get(extension);
  if (kind) return `This is ${kind.what}. ${kind.todo}`;
  if (extension === '') return `Its name has no ending that tells what it is. ${read} Give it one of their endings.`;
  return `Files that end in .${extension} are not read. ${read} If it is text, name it .txt.`;
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\x03\x04', 'a zip archive, or a document of an office program'],
  ['\xd0\xcf\x11\xe0', 'a document of an old office program'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\x1f\x8b', 'compressed by gzip'],
  ['PAR1', 'a Parquet table'],
  ['\x7fELF', 'a program'],
  ['SQLite format 3', 'a database'],
  ['{\\rtf', 'rich text (RTF)'],
];

export function kindBySignature(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1] ?? null;
}
