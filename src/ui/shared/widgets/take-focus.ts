/** Moves the focus to what replaces another part of the page, and so a screen reader. */
export function takeFocus(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'nearest' });
}

/** Scrolls to a message, after what took the focus has scrolled. */
export function scrollIntoSight(part: HTMLElement): void {
  queueMicrotask(() => part.scrollIntoView({ block: 'nearest' }));
}
