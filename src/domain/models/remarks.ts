/** What was noticed while a repository was read: what speaks against using it, and what to know when using it. */
export class Remarks {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  /** @param sentence says what is wrong, where, and what to do */
  refuse(sentence: string): void {
    this.problems.push(sentence);
  }

  warn(sentence: string): void {
    this.warnings.push(sentence);
  }
}
