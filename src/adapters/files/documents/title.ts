/** What programs write for a document that was never named, in the languages in which they do, perhaps with a number. */
const DEFAULTS = [
  'untitled(?: document)?|no title|title|blank(?: page)?|document|new document|book|slide|presentation|layout|print',
  'powerpoint presentation|scan(?:ned document)?|anonymous|unspecified|none|null|undefined',
  'unbenannt|ohne titel|dokument|präsentation|sans titre|sin título|senza titolo|documento|présentation(?: powerpoint)?',
  '无标题.*|未命名.*|無標題.*|文档|文件|新建.*|無題.*|名称未設定.*|文書|제목 ?없음|문서',
].join('|');
const NO_TITLE = new RegExp(`^\\(?(?:${DEFAULTS})[-_ ]?\\d*\\)?$`, 'i');
/** `Microsoft Word - report.doc`, as printing to a file has it. */
const OF_PROGRAM = /^microsoft (?:word|powerpoint|excel|office)\b.*$/i;
const FILE_NAME = /\.(?:docx?|pdf|rtf|odt|txt|md|html?|tex|dvi|indd|qxd|pptx?|xlsx?)$/i;
const ADDRESS = /^(?:about|https?|file|data|blob|chrome|doi|urn):\S+$/i;
const PATH = /^(?:[a-z]:[\\/]|\\\\|~?\/\S)/i;
const CODE = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\P{L}*)$/iu;
const UNINFORMATIVE = [NO_TITLE, OF_PROGRAM, FILE_NAME, ADDRESS, PATH, CODE];

/** The title that a program wrote beside a document; empty where it says nothing, so that the file's name is better. */
export function titleFromMetadata(written: unknown): string {
  const title = typeof written === 'string' ? written.replace(/\s+/g, ' ').trim() : '';
  return UNINFORMATIVE.some((pattern) => pattern.test(title)) ? '' : title;
}
