/** Moves the focus from an element that goes away: else the next Tab would start at the top of the page. */
export function moveFocus(id: 'main' | 'panel'): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}
