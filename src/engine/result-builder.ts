import type { ResultRecord, SystemResult } from '../contract/result';
import type { SystemSpec } from '../domain/spec/experiment';
import type { DocId } from '../domain/types';
import { manifestOf } from './manifest';
import { questionsKey } from './plan';
import type { Environment } from './stages/environment';
import type { GroundTruth } from './stages/ground-truth';
import { scoreSystem } from './stages/score';
import type { SystemRun } from './stages/system';
import type { RunInput } from './types';
import { warningsOf } from './warnings';

/** Takes in systems as they are run, scores them, and makes the result of those that are there. */
export class ResultBuilder {
  private readonly scored: SystemResult[] = [];
  private readonly positions = new Map<DocId, number>();
  private readonly truncated = { passages: 0, pairs: 0 };

  constructor(
    private readonly environment: Environment,
    private readonly input: RunInput,
    readonly key: string,
    private readonly truth: GroundTruth,
  ) {}

  get empty(): boolean {
    return this.scored.length === 0;
  }

  /** @param byK the system's runs by the k they are for */
  async add(system: SystemSpec, byK: ReadonlyMap<number, SystemRun>): Promise<void> {
    const { tracker, queries, signal } = this.environment;
    tracker.expect('score', queries.length);
    signal.throwIfAborted();
    const { spec } = this.input;
    const position = (doc: DocId): number => this.positionOf(doc);
    this.scored.push(await scoreSystem(this.environment, spec, system, byK, this.truth, position));
    for (const { truncatedPassages, truncatedPairs } of byK.values()) {
      this.truncated.passages = Math.max(this.truncated.passages, truncatedPassages);
      this.truncated.pairs = Math.max(this.truncated.pairs, truncatedPairs);
    }
    tracker.computed('score', queries.length);
    tracker.finish('score');
  }

  build(): ResultRecord {
    const { queries, corpus, loaded, tracker, ports } = this.environment;
    const { collection, questions, spec } = this.input;
    const warnings = this.warnings();
    const createdAt = Date.now();
    const counts = tracker.counts();
    const evaluated = queries.length;
    const manifest = { collection, corpus, spec, createdAt, counts, warnings, loaded, evaluated };
    return {
      collection: collection.id,
      key: this.key,
      createdAt,
      spec,
      questionsKey: questionsKey(questions),
      queries: queries.map(({ id }) => id),
      docs: [...this.positions.keys()],
      systems: [...this.scored],
      counts,
      warnings,
      manifest: manifestOf(ports, manifest),
    };
  }

  private warnings() {
    const { queries, corpus, ports, remarks, unknownDocuments, unevaluated } = this.environment;
    const { questions, spec } = this.input;
    return warningsOf({
      spec,
      queries,
      truth: this.truth,
      unjudgedQuestions: questions.queries.length - queries.length,
      passages: corpus.texts.length,
      truncatedPassages: this.truncated.passages,
      truncatedPairs: this.truncated.pairs,
      oneThread: !ports.isolated && this.scored.some(({ file }) => file === null),
      remarks: [...remarks],
      unknownDocuments,
      unevaluated,
      systems: this.scored,
    });
  }

  private positionOf(doc: DocId): number {
    const known = this.positions.get(doc) ?? this.positions.size;
    this.positions.set(doc, known);
    return known;
  }
}
