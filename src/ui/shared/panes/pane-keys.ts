/** The key of an event; null where it belongs to what has the focus, or to the browser. */
export function plainKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const target = event.target instanceof Element ? event.target : null;
  // The focus is nowhere once what had it in a dialog is gone.
  if (event.target === document.body && document.querySelector('dialog[open]')) return null;
  const isChoice = target?.matches('input:is([type="radio"], [type="checkbox"])');
  if (target?.closest('dialog') || (!isChoice && target?.closest('input, textarea, select, [contenteditable]')))
    return null;
  // A grade that is held down would be given to passages that nobody has read.
  return event.repeat && /^\d$/.test(event.key) ? null : event.key;
}
