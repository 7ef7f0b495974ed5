export class Copying {
  outcome = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  async copy(text: string, done = 'Copied', refused = 'Copying failed'): Promise<void> {
    this.outcome = '';
    try {
      await navigator.clipboard.writeText(text);
      this.outcome = done;
    } catch {
      this.outcome = refused;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.outcome = ''), 3000);
  }
}
