export function showMessage(target: HTMLElement, message: string): void {
  const main = document.createElement('main');
  main.setAttribute('role', 'status');
  main.dataset['testid'] = 'page-message';
  main.textContent = message;
  // The policy refuses styles in markup, but not those set here.
  Object.assign(main.style, { maxWidth: '42rem', margin: '12vh auto', padding: '0 24px' });
  target.replaceChildren(main);
}
