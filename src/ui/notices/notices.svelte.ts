import { provided } from '../shared/context';
import type { Notice } from '../../contract/models';
import { Task } from '../shared/task.svelte';

export class NoticesState {
  open = $state(false);
  notices = $state.raw<readonly Notice[] | null>(null);
  readonly reading = new Task();

  constructor(private readonly read: () => Promise<readonly Notice[]>) {}

  async show(): Promise<void> {
    this.open = true;
    if (!this.notices) await this.reading.run(this.read, (notices) => (this.notices = notices));
  }
}

export const getNotices = provided(NoticesState);
