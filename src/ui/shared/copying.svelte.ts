/** Copies texts, and says for a moment whether that worked. */
export class Copying {
  outcome = $state('');

  async copy(text: string, done = 'Copied'): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.outcome = done;
    } catch {
      this.outcome = 'Copying failed';
    }
    setTimeout(() => (this.outcome = ''), 3000);
  }
}
