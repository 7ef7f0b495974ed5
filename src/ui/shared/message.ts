/** Shows a sentence in place of the page, until the page or another sentence takes its place. */
export function showMessage(target: HTMLElement, message: string): void {
  const main = document.createElement('main');
  main.setAttribute('role', 'status');
  main.dataset['testid'] = 'page-message';
  main.textContent = message;
  // The policy refuses styles in markup, and allows those that are set here.
  Object.assign(main.style, { maxWidth: '42rem', margin: '12vh auto', padding: '0 24px' });
  target.replaceChildren(main);
}
