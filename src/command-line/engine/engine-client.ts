import type { Json, Ranking } from '../../base/types';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { EngineFailure, type FailureKind } from './failure';
import { engineProblems as words, failedItemsText, failureText } from './texts';
import { type Wait, waitAfter } from './retries';
import type {
  AskedEngine,
  EngineIndex,
  EngineRequest,
  FailedItem,
  IndexRow,
  IndexState,
  JoinedPlan,
  ListPlan,
  Protocol,
  SearchedValue,
  Transport,
} from './types';

const BULK_TRIES = 5;
/** Between two looks whether an index is built. */
const MOST_BETWEEN_MS = 10_000;

/** An engine, asked by its protocol over its own client. What fails is said in sentences. */
export class EngineClient {
  constructor(
    readonly engine: AskedEngine,
    private readonly protocol: Protocol,
    private readonly transport: Transport,
    private readonly signal: AbortSignal,
    private readonly wait: Wait,
  ) {}

  /** @throws {EngineStop} where something else answers than was asked for, or too old a version */
  async version(): Promise<string> {
    const { name, needed } = this.protocol.readVersion(await this.all(this.protocol.version()));
    if (needed !== null) throw new EngineStop(words.version(name, needed));
    return name;
  }

  async state(index: EngineIndex): Promise<IndexState> {
    return this.protocol.readState(index, await this.send(this.protocol.look(index)));
  }

  /**
   * Creates an index. Where the reply to an earlier attempt was lost, the index exists already: the run resumes
   * with it if it has this index's own mark.
   *
   * @throws {CommandRefusal} where it has another mark, or none
   */
  async create(index: EngineIndex): Promise<void> {
    try {
      await this.all(this.protocol.create(index));
    } catch (error) {
      if (!(error instanceof EngineStop) || error.kind !== 'exists') throw error;
      const state = await this.state(index);
      if (state.is !== 'ours' || state.marker.key !== index.key)
        throw new CommandRefusal([words.foreign(index.name, this.engine)]);
    }
  }

  /**
   * Adds passages, or replaces those of the same ids. Those that the engine puts off are sent again.
   *
   * @throws {CommandRefusal} where some are not taken
   */
  async add(index: EngineIndex, rows: readonly IndexRow[]): Promise<void> {
    let left = rows;
    for (let tries = 1; ; tries++) {
      const failed = this.protocol.readFailed(await this.send(this.protocol.add(index, left)));
      if (failed.length === 0) return;
      const stuck = failed.filter(({ failure }) => !failure.passes);
      if (stuck.length > 0 || tries === BULK_TRIES)
        throw this.notTaken([...stuck, ...failed], failed.length, rows.length);
      await this.wait(waitAfter(failed[0]!.failure, tries), this.signal);
      const again = new Set(failed.map(({ id }) => id));
      left = left.filter(({ id }) => again.has(id));
    }
  }

  /** Makes what was added searchable. @returns passages that are there */
  async settle(index: EngineIndex): Promise<number> {
    const requests = this.protocol.settle(index);
    const last = requests.at(-1);
    let reply = (await this.all(requests)).at(-1);
    for (let asked = 1; last && reply !== undefined && this.protocol.isSettled?.(reply) === false; asked++) {
      await this.wait(Math.min(MOST_BETWEEN_MS, 250 * 2 ** asked), this.signal);
      reply = await this.send(last);
    }
    return this.protocol.readCount(await this.send(this.protocol.count(index)));
  }

  async complete(index: EngineIndex, passages: number): Promise<void> {
    await this.all(this.protocol.complete(index, passages));
  }

  async ask(index: EngineIndex, list: ListPlan, questions: readonly SearchedValue[]): Promise<readonly Ranking[]> {
    const reply = await this.send(this.protocol.ask(index, list, questions));
    const rankings = this.protocol.readRankings(index, list, reply);
    return questions.map((_, i) => rankings[i] ?? []);
  }

  /** Has what the searches of a command need. */
  async prepare(index: EngineIndex, lists: readonly ListPlan[], joined: readonly JoinedPlan[]): Promise<void> {
    await this.all(this.protocol.prepare?.(index, lists, joined) ?? []);
  }

  /** Lists that the engine joins. @param questions by question, what each list is searched by */
  async askJoined(
    index: EngineIndex,
    joined: JoinedPlan,
    questions: readonly (readonly SearchedValue[])[],
  ): Promise<readonly Ranking[]> {
    const fusion = this.protocol.fusion!;
    const rankings = fusion.readRankings(index, joined, await this.send(fusion.ask(index, joined, questions)));
    return questions.map((_, i) => rankings[i] ?? []);
  }

  async drop(index: EngineIndex): Promise<void> {
    await this.all(this.protocol.drop(index));
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  private async all(requests: readonly EngineRequest[]): Promise<Json[]> {
    const replies: Json[] = [];
    for (const request of requests) replies.push(await this.send(request));
    return replies;
  }

  private async send(request: EngineRequest): Promise<Json> {
    try {
      return await this.transport.send(request, this.signal);
    } catch (error) {
      if (!(error instanceof EngineFailure) || this.signal.aborted) throw error;
      throw new EngineStop(failureText(this.engine, error), error.kind);
    }
  }

  private notTaken([first]: readonly FailedItem[], failed: number, of: number): EngineStop {
    return new EngineStop(failedItemsText(this.engine, failed, of, first!));
  }
}

/** What ends a command and leaves all that was done: the same command resumes. */
export class EngineStop extends CommandRefusal {
  constructor(
    sentence: string,
    /** Null where the engine answered, and not what was expected. */
    readonly kind: FailureKind | null = null,
  ) {
    super([sentence]);
  }
}
