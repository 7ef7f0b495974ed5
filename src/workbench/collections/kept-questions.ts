import type { CollectionRecord, Questions } from '../../contract/storage';
import { settledQuestions } from './stored-questions';
import { type Ports, requireCollection } from '../kernel/ports';
import { HitrateError } from '../../contract/errors';
import type { JudgingAct } from '../../domain/judging/acts';
import type { JudgesEdit } from '../../domain/judging/judges';
import type { Doc } from '../../base/types';

export class KeptQuestions {
  private readonly latest = new Map<string, number>();
  private readonly revisions = new WeakMap<Questions, number>();
  /** Revisions in which this tab folded acts of judging into others, by collection and those: saving does that again. */
  private readonly folded = new Map<string, number>();

  constructor(private readonly ports: Ports) {}

  async read(id: string): Promise<Questions> {
    const { questions, after } = await this.settled(id);
    this.latest.set(id, after);
    return questions;
  }

  /** @param base the questions that were edited, as they were read: what another tab saved since is not overwritten */
  async save(id: string, questions: Questions, base?: Questions): Promise<CollectionRecord> {
    const known = (base && this.revisions.get(base)) ?? this.latest.get(id);
    const revision = known ?? (await requireCollection(this.ports, id)).revision;
    const { saveQuestions } = await import('./save-questions');
    const record = await saveQuestions(this.ports, id, questions, this.unfolded(id, revision), base ?? null);
    this.latest.set(id, record.revision);
    // What was made of it holds all of it, and may be edited further.
    if (base) this.revisions.set(base, record.revision);
    return record;
  }

  /** Questions with all that is judged. An up-to-date editor of this tab stays so: saving folds in again. */
  async settle(id: string): Promise<Questions> {
    const { questions, before, after } = await this.settled(id);
    if (this.latest.get(id) === before) this.latest.set(id, after);
    return questions;
  }

  /** An editor of this tab that was up to date no longer is: it reads the questions again. */
  async changeJudges(id: string, edit: JudgesEdit): Promise<CollectionRecord> {
    const { changeJudgesOf } = await import('./judges');
    return changeJudgesOf(this.ports, id, edit);
  }

  private async settled(id: string) {
    const settled = await settledQuestions(this.ports, id);
    const { questions, before, after } = settled;
    if (after !== before) this.folded.set(`${id} ${before}`, after);
    this.revisions.set(questions, after);
    return settled;
  }

  /** The revision that one became by acts that this tab folded in, and by nothing else. */
  private unfolded(id: string, revision: number): number {
    const next = this.folded.get(`${id} ${revision}`);
    return next === undefined ? revision : this.unfolded(id, next);
  }

  /** Counts with what a crash left between log and judgments. A failing collection is given as stored. */
  async counted(records: readonly CollectionRecord[]): Promise<CollectionRecord[]> {
    const { storage } = this.ports;
    const settled = records.map(async (record) => {
      if ((await storage.questions.acts(record.id)).length === 0) return record;
      await this.settle(record.id);
      return requireCollection(this.ports, record.id);
    });
    const outcomes = await Promise.allSettled(settled);
    return outcomes.map((outcome, i) => (outcome.status === 'fulfilled' ? outcome.value : records[i]!));
  }
}

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

  /** @throws {HitrateError} `documents-changed` where they were refreshed since: what was judged would be of other text */
  async addActs(id: string, acts: readonly JudgingAct[]): Promise<number> {
    const known = this.keys.get(id);
    if (known !== undefined && known !== (await requireCollection(this.ports, id)).corpusKey)
      throw new HitrateError('documents-changed', null);
    return this.ports.storage.questions.addActs(id, acts);
  }
}
