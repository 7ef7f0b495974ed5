import { visibleText } from './visible-text';

/** Text between tags or in an attribute; what XML 1.0 cannot hold is shown as {@link visibleText} does. */
export const xmlText = (text: string, most?: number): string =>
  visibleText(text, most)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
