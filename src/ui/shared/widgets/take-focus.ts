/**
 * Gives the focus to what takes the place of another part of the page, as it had the button that was pressed. A screen
 * reader then goes on there.
 */
export function takeFocus(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'nearest' });
}

/** Brings into sight what is told, after what took the focus has brought itself there. */
export function scrollIntoSight(part: HTMLElement): void {
  queueMicrotask(() => part.scrollIntoView({ block: 'nearest' }));
}
