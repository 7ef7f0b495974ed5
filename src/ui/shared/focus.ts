/**
 * Gives the focus to an element when the one that had it goes away, as a button that deletes what it stands in. Without
 * this the next Tab would start at the top of the page.
 */
export function moveFocus(id: 'main' | 'panel'): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}
