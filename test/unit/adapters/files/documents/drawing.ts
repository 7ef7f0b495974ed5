/**
 * What pdf.js asks for when it is loaded, for drawing: every browser has them in workers too, Node has not. Text is read
 * without.
 */
class NotDrawn {}

for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: NotDrawn, configurable: true });
