/** Web Locks as far as the life of workers needs them: exclusive, first come, first served. */
export class FakeLocks {
  private readonly queues = new Map<string, (() => unknown)[]>();

  request(name: string, task: () => unknown): Promise<unknown> {
    return new Promise((resolve) => {
      const queue = this.queues.get(name) ?? [];
      this.queues.set(name, queue);
      queue.push(() => resolve(task()));
      if (queue.length === 1) queue[0]!();
    });
  }

  get names(): string[] {
    return [...this.queues.keys()];
  }

  /** What the browser does when the holder of a lock is gone. */
  free(name: string): void {
    const queue = this.queues.get(name)!;
    queue.shift();
    queue[0]?.();
  }
}
