import type { CollectionRecord, Questions } from '../contract/storage';
import { saveQuestions } from './collections';
import { settledQuestions } from './judging';
import type { Ports } from './ports';
import { requireCollection } from './require-collection';

/** Questions as this tab reads and saves them. */
export class KeptQuestions {
  /** Revision at which this tab last read or saved a collection's questions. */
  private readonly revisions = new Map<string, number>();

  constructor(private readonly ports: Ports) {}

  async read(id: string): Promise<Questions> {
    const { questions, after } = await settledQuestions(this.ports, id);
    this.revisions.set(id, after);
    return questions;
  }

  async save(id: string, questions: Questions): Promise<CollectionRecord> {
    const base = this.revisions.get(id) ?? (await requireCollection(this.ports, id)).revision;
    const record = await saveQuestions(this.ports, id, questions, base);
    this.revisions.set(id, record.revision);
    return record;
  }

  /**
   * Questions with all that is judged, for what the engine does by itself. An editor of this tab that was up to date still
   * is: saving folds in again what was judged meanwhile.
   */
  async settle(id: string): Promise<Questions> {
    const { questions, before, after } = await settledQuestions(this.ports, id);
    if (this.revisions.get(id) === before) this.revisions.set(id, after);
    return questions;
  }

  /**
   * Collections whose counts hold all that was judged, also what a crash left between the log and the judgments. Where that
   * does not work, a collection is there as it was kept, and it is tried again when its questions are read.
   */
  async counted(records: readonly CollectionRecord[]): Promise<CollectionRecord[]> {
    const { storage } = this.ports;
    const settled = records.map(async (record) => {
      if ((await storage.listActs(record.id)).length === 0) return record;
      await this.settle(record.id);
      return requireCollection(this.ports, record.id);
    });
    const outcomes = await Promise.allSettled(settled);
    return outcomes.map((outcome, i) => (outcome.status === 'fulfilled' ? outcome.value : records[i]!));
  }
}
