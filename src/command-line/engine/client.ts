import { setTimeout } from 'node:timers/promises';
import type { Json, Query, Ranking } from '../../base/types';
import { EngineFailure, type FailureKind, incomplete, shownReply } from '../../domain/handover/failures';
import type {
  EngineIndex,
  EngineRequest,
  IndexState,
  Protocol,
  VersionNumber,
  HandedPassage,
  HandedQuestion,
  HandedSystem,
  TargetId,
} from '../../domain/handover/target';
import { TARGETS } from '../../domain/handover/targets';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { engineProblems as words, failedItemsText, failureText } from './texts';

/** How long to wait, in milliseconds; ends early by the signal. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const TRIES = 6;
const BULK_TRIES = 5;
const FIRST_MS = 500;
const MOST_MS = 30_000;
/** Between two looks whether an index is built. */
const MOST_BETWEEN_MS = 10_000;

/** Doubles from half a second on, unless the engine says how long. @param failed how often it failed so far, from 1 */
export const waitAfter = ({ retryAfterSeconds }: EngineFailure, failed: number): number =>
  retryAfterSeconds === null
    ? Math.min(MOST_MS, FIRST_MS * 2 ** (failed - 1))
    : Math.min(10 * MOST_MS, retryAfterSeconds * 1000);

export interface Retrying {
  readonly signal: AbortSignal;
  readonly wait: Wait;
  readonly onRetry: (failure: EngineFailure, milliseconds: number) => void;
}

/** Does again what may succeed later: every request here can be sent twice without harm. */
export async function retried<Made>(work: () => Promise<Made>, { signal, wait, onRetry }: Retrying): Promise<Made> {
  for (let failed = 1; ; failed++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.passes || failed === TRIES || signal.aborted) throw error;
      const milliseconds = waitAfter(error, failed);
      // Shards of a new index come up within a second: nothing is wrong with them yet.
      if (error.kind !== 'starting' || failed > 2) onRetry(error, milliseconds);
      await wait(milliseconds, signal);
    }
  }
}

export const waitFor: Wait = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });

const isBefore = (a: VersionNumber, b: VersionNumber): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

export interface Transport {
  /** @returns the answer; null where what is asked for does not exist @throws {EngineFailure} */
  send(request: EngineRequest, signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
}

/** An engine, asked by its protocol. What fails is sent again where it may pass, and else said in sentences. */
export class EngineClient {
  readonly protocol: Protocol;

  constructor(
    readonly engine: TargetId,
    private readonly transport: Transport,
    private readonly retrying: Retrying,
    /** What an engine says as people see it: short, and without secrets. */
    private readonly shown = (text: string): string => text,
  ) {
    this.protocol = TARGETS[engine].live;
  }

  /** @throws {EngineStop} where something else answers than was asked for, or a version that lacks what searches need */
  async version(searches: readonly HandedSystem[]): Promise<string> {
    const requests = this.protocol.version();
    const replies = await this.all(requests.slice(0, -1));
    const read = (reply: Json) => this.protocol.readVersion([...replies, reply]);
    const { name: found, number } = await this.send(requests.at(-1)!, read);
    const name = this.shown(found);
    const all = searches.map((search) => this.protocol.least(search));
    const least = all.reduce((most, each) => (isBefore(most, each) ? each : most));
    if (number === null || isBefore(number, least)) throw new EngineStop(words.version(name, this.engine, least));
    return name;
  }

  async state(index: EngineIndex): Promise<IndexState> {
    return this.send(this.protocol.look(index), (reply) => this.protocol.readState(index, reply));
  }

  /** Creates an index, or resumes one with its own mark. @throws {CommandRefusal} where it has another mark, or none */
  async create(index: EngineIndex): Promise<void> {
    try {
      await this.all(this.protocol.create(index));
    } catch (error) {
      if (!(error instanceof EngineStop) || error.kind !== 'exists') throw error;
    }
    // Also after an answer that says yes: an engine would make an index of its own for passages that have none.
    const state = await this.state(index);
    if (state.is === 'absent') throw new EngineStop(words.notCreated(index.name, this.engine));
    if (state.is !== 'ours' || state.marker.key !== index.key)
      throw new CommandRefusal([words.foreign(index.name, this.engine)]);
  }

  /** Adds or replaces passages; those put off are sent again. @throws {CommandRefusal} where some are not taken */
  async add(index: EngineIndex, passages: readonly HandedPassage[]): Promise<void> {
    let left = passages;
    for (let tries = 1; ; tries++) {
      const { length } = left;
      const failed = await this.send(this.protocol.add(index, left), (reply) =>
        this.protocol.readFailed(reply, length),
      );
      if (failed.length === 0) return;
      const stuck = failed.filter(({ failure }) => !failure.passes);
      const { id, failure } = stuck[0] ?? failed[0]!;
      const told = { id: this.shown(id), failure: this.told(failure) };
      if (stuck.length > 0 || tries === BULK_TRIES)
        throw new EngineStop(failedItemsText(this.engine, failed.length, passages.length, told));
      await this.retrying.wait(waitAfter(failed[0]!.failure, tries), this.retrying.signal);
      const again = new Set(failed.map(({ id }) => id));
      left = left.filter(({ id }) => again.has(id));
    }
  }

  /** Makes what was added searchable. @returns passages that are there */
  async settle(index: EngineIndex): Promise<number> {
    const requests = this.protocol.settle(index);
    await this.all(requests.slice(0, -1));
    const isSettled = (reply: Json) => this.protocol.isSettled?.(reply) ?? true;
    for (let asked = 1; !(await this.send(requests.at(-1)!, isSettled)); asked++)
      await this.retrying.wait(Math.min(MOST_BETWEEN_MS, 250 * 2 ** asked), this.retrying.signal);
    return this.send(this.protocol.count(index), (reply) => {
      const passages = this.protocol.readCount(reply);
      if (Number.isSafeInteger(passages)) return passages;
      throw incomplete(`the answer has no number of passages: ${shownReply(reply)}`);
    });
  }

  /** The whole list of each question; an answer that lacks one is asked for again, and is none in the end. */
  ask(search: HandedSystem, questions: readonly (HandedQuestion & Pick<Query, 'id'>)[]): Promise<readonly Ranking[]> {
    const read = (reply: Json): readonly Ranking[] => this.protocol.readRankings(search, reply, questions.length);
    return this.send(this.protocol.ask(search, questions), read, questions);
  }

  private told({ kind, detail }: EngineFailure): EngineFailure {
    return new EngineFailure(kind, this.shown(detail));
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  /** Sends each when the one before is answered. */
  async all(requests: readonly EngineRequest[]): Promise<Json[]> {
    const replies: Json[] = [];
    for (const request of requests) replies.push(await this.send(request));
    return replies;
  }

  private async send<Read = Json>(
    request: EngineRequest,
    read = (reply: Json): Read => reply as Read,
    questions: readonly (HandedQuestion & Pick<Query, 'id'>)[] = [],
  ): Promise<Read> {
    const { signal } = this.retrying;
    try {
      return await retried(async () => whole(read, await this.transport.send(request, signal)), this.retrying);
    } catch (error) {
      if (!(error instanceof EngineFailure) || signal.aborted) throw error;
      const question = questions[error.question ?? 0]?.id ?? null;
      throw new EngineStop(failureText(this.engine, this.told(error), question), error.kind);
    }
  }
}

/** @throws {EngineFailure} for an answer of a form that is not read */
function whole<Read>(read: (reply: Json) => Read, reply: Json): Read {
  try {
    return read(reply);
  } catch (error) {
    throw error instanceof TypeError
      ? incomplete(`the answer has another form than expected: ${shownReply(reply)}`)
      : error;
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
