import type { Note, NoteData } from '../../contract/errors';
import { STAGE_UNITS, type StageCount, type StageId } from '../../contract/result';
import type { RunProgress, StageProgress } from './run-types';

const INTERVAL_MS = 200;

/** Less work than this says nothing about the pace of the next run. */
const MIN_BETWEEN = { items: 50, milliseconds: 500 };

interface Entry {
  readonly stage: StageId;
  total: number;
  computed: number;
  reused: number;
  began: number | null;
  elapsed: number;
  finished: boolean;
}

export class Tracker {
  private readonly entries: Entry[];
  private note: Note | null = null;
  private reportedAt = 0;

  constructor(
    stages: readonly StageId[],
    private readonly report: (progress: RunProgress) => void,
    private readonly clock: () => number = () => performance.now(),
  ) {
    const counts = { total: 0, computed: 0, reused: 0 };
    this.entries = stages.map((stage) => ({ stage, ...counts, began: null, elapsed: 0, finished: false }));
  }

  expect(stage: StageId, items: number): void {
    const entry = this.entry(stage);
    entry.total += items;
    if (entry.began === null || entry.finished) entry.began = this.clock();
    entry.finished = false;
    this.emit(true);
  }

  restart(stage: StageId): void {
    this.entry(stage).began = this.clock();
  }

  reused(stage: StageId, items: number): void {
    this.entry(stage).reused += items;
    this.emit();
  }

  computed(stage: StageId, items: number): void {
    this.entry(stage).computed += items;
    this.emit();
  }

  finish(...stages: StageId[]): void {
    for (const stage of stages) {
      const entry = this.entry(stage);
      if (!entry.finished && entry.began !== null) entry.elapsed += this.clock() - entry.began;
      entry.finished = true;
    }
    this.emit(true);
  }

  say<Code extends Note['code']>(code: Code, data: NoteData[Code]): void {
    this.note = { code, data } as Note;
    this.emit(true);
  }

  saidAll(): void {
    this.note = null;
    this.emit(true);
  }

  counts(): StageCount[] {
    return this.entries.map(({ stage, computed, reused }) => ({ stage, unit: STAGE_UNITS[stage], computed, reused }));
  }

  rates(): Partial<Record<StageId, number>> {
    const known = this.entries.filter(
      ({ finished, computed, elapsed }) =>
        finished && computed >= MIN_BETWEEN.items && elapsed >= MIN_BETWEEN.milliseconds,
    );
    return Object.fromEntries(known.map(({ stage, elapsed, computed }) => [stage, elapsed / 1000 / computed]));
  }

  private entry(stage: StageId): Entry {
    const entry = this.entries.find((each) => each.stage === stage);
    if (!entry) throw new Error(`stage ${stage} was not planned`);
    return entry;
  }

  private emit(force = false): void {
    const now = this.clock();
    if (!force && now - this.reportedAt < INTERVAL_MS) return;
    this.reportedAt = now;
    this.report({ stages: this.entries.map((entry) => this.progressOf(entry, now)), note: this.note });
  }

  private progressOf(entry: Entry, now: number): StageProgress {
    const { stage, total, computed, reused, began, finished } = entry;
    const left = total - computed - reused;
    const spent = entry.elapsed + (began === null || finished ? 0 : now - began);
    const pace = computed > 0 ? spent / computed : null;
    return {
      stage,
      unit: STAGE_UNITS[stage],
      state: finished ? 'done' : began === null ? 'waiting' : 'running',
      total,
      done: computed + reused,
      reused,
      secondsLeft: finished ? 0 : pace === null ? null : (pace * left) / 1000,
      spent: spent / 1000,
    };
  }
}
