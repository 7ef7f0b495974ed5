/** Moves the focus from an element that goes away: else the next Tab would start at the top of the page. */
export function moveFocus(id: 'main' | 'panel'): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** Moves the focus to what replaces another part of the page, and so a screen reader. */
export function takeFocus(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'nearest' });
}

/** Scrolls to a message, after what took the focus has scrolled. */
export function scrollIntoSight(part: HTMLElement): void {
  queueMicrotask(() => part.scrollIntoView({ block: 'nearest' }));
}
