import { HitrateError } from '../../contract/errors';
import type { JudgingAct } from '../../domain/judging/act';
import type { Doc } from '../../base/types';
import type { Ports } from '../kernel/ports';
import { requireCollection } from '../kernel/require-collection';

/** Documents as this tab read them, and what it judges of them. */
export class JudgedDocuments {
  /** Hash of the documents that this tab read last, by collection. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly ports: Ports) {}

  async read(id: string): Promise<Doc[]> {
    const { storage } = this.ports;
    // The record first: were the documents replaced between the two reads, acts would be refused, and not misplaced.
    const record = await storage.collections.get(id);
    const docs = await storage.collections.docs(id);
    if (record) this.keys.set(id, record.corpusKey);
    return docs;
  }

  /**
   * Keeps acts of judging.
   *
   * @throws {HitrateError} `documents-changed` where the documents were read from their files again since: the parts that
   * were judged would be of other text
   */
  async addActs(id: string, acts: readonly JudgingAct[]): Promise<number> {
    const known = this.keys.get(id);
    if (known !== undefined && known !== (await requireCollection(this.ports, id)).corpusKey)
      throw new HitrateError('documents-changed', null);
    return this.ports.storage.questions.addActs(id, acts);
  }
}
