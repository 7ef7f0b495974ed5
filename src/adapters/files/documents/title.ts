/** Names that programs give what was never named. */
const NO_TITLE =
  /^(?:untitled|no title|document ?\d*|microsoft word\b.*|powerpoint presentation|无标题.*|無題.*|文書 ?\d*)$/i;
const FILE_NAME = /\.(?:docx?|pdf|rtf|odt|txt|md|html?|tex|dvi|indd|qxd|pptx?|xlsx?)$/i;

/** The title that a program wrote beside a document; empty where it says nothing. */
export function titleFromMetadata(written: unknown): string {
  const title = typeof written === 'string' ? written.replace(/\s+/g, ' ').trim() : '';
  return NO_TITLE.test(title) || FILE_NAME.test(title) ? '' : title;
}
