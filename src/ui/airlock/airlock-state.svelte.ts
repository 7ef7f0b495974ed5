import { HitrateError, isAbort } from '../../contract/errors';
import { errorText, messageOf } from '../shared/messages/message-of';
import type {
  DownloadContext,
  DownloadStep,
  ModelChoice,
  PartialDownload,
  RepositoryLook,
  StoredModel,
} from '../../contract/models';
import { isRefused } from '../../domain/models/read-repository';
import { filesOf } from '../../domain/models/repository';
import { OfferChoice } from '../models/offer/offer-choice.svelte';
import type { AirlockPlace, AirlockPort } from './port';
import type { RefusedAccess } from './refusals';

/** Seconds that a rate is measured over: long enough to be read, short enough to follow the line. */
const WINDOW_SECONDS = 5;

/** Bytes per second over the last seconds, from growing totals. */
export class Rate {
  #marks: { at: number; done: number }[] = [];

  /** @param at milliseconds @returns bytes per second; null in the first second */
  add(at: number, done: number): number | null {
    this.#marks.push({ at, done });
    while (this.#marks.length > 2 && at - this.#marks[1]!.at >= WINDOW_SECONDS * 1000) this.#marks.shift();
    const first = this.#marks[0]!;
    const seconds = (at - first.at) / 1000;
    // A file that starts over takes bytes back: that is no rate.
    if (done < first.done) {
      this.#marks = [{ at, done }];
      return null;
    }
    return seconds < 1 ? null : (done - first.done) / seconds;
  }
}

export interface DownloadProgress {
  readonly name: string;
  readonly files: PartialDownload['files'];
  readonly done: number;
  readonly bytes: number;
  readonly path: string | null;
  /** Bytes per second; null until measured. */
  readonly rate: number | null;
}

/** A problem is kept beside the phase, since it ends nothing that was begun. */
export type Phase =
  | { readonly at: 'form' }
  | { readonly at: 'looking' }
  | {
      readonly at: 'offer';
      readonly looked: RepositoryLook;
      /** Kept during the download, so that a failed one can be tried again; null: refused. */
      readonly form: OfferChoice | null;
    }
  | { readonly at: 'download'; readonly transfer: DownloadProgress }
  | { readonly at: 'done'; readonly model: StoredModel };

export class AirlockState {
  repository = $state('');
  revision = $state('');
  mirror = $state('');
  /** Origins, with white space between them. */
  via = $state('');
  phase = $state.raw<Phase>({ at: 'form' });
  problem = $state.raw<string | null>(null);
  refusal = $state.raw<RefusedAccess | null>(null);
  begun = $state.raw<readonly PartialDownload[]>([]);
  stored = $state.raw<readonly StoredModel[]>([]);
  /** Why nothing is read yet: another tab keeps the database at an older version. */
  blocked = $state.raw<string | null>(null);
  #stop: AbortController | null = null;

  constructor(
    private readonly port: AirlockPort,
    readonly place: AirlockPlace,
  ) {
    this.repository = place.repository;
    this.revision = place.revision;
    this.mirror = place.mirror ?? '';
    this.via = place.via.join(' ');
    port.onBlocked((problem) => (this.blocked = problem && messageOf(problem)));
  }

  get busy(): boolean {
    return this.phase.at === 'looking' || this.phase.at === 'download';
  }

  async start(): Promise<void> {
    await this.refresh();
    if (this.place.begin && this.place.refused.length === 0) await this.look();
  }

  async refresh(): Promise<void> {
    try {
      [this.begun, this.stored] = await Promise.all([this.port.begun(), this.port.stored()]);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads what the form names, after loading the page anew where that is on another host. */
  async look(): Promise<void> {
    this.#clear();
    try {
      const { repository, revision, mirror, via } = this.#read();
      const { place } = this;
      if (mirror !== place.mirror || via.join() !== place.via.join() || place.refused.length > 0)
        return place.go({ repository, revision, mirror, via });
      this.phase = { at: 'looking' };
      this.#stop = new AbortController();
      const looked = await this.port.look(repository, revision, this.#stop.signal);
      const form = isRefused(looked.offer) ? null : new OfferChoice(looked.repository, looked.offer);
      this.phase = { at: 'offer', looked, form };
      await this.refresh();
    } catch (error) {
      this.phase = { at: 'form' };
      this.#fail(error);
    }
  }

  async download(choice: ModelChoice): Promise<void> {
    if (this.phase.at !== 'offer') return;
    const { phase } = this;
    const sizes = phase.looked.files;
    const rows = filesOf(choice.offer, choice.reading).map((path) => {
      const bytes = sizes.find((file) => file.path === path)?.bytes ?? 0;
      return { path, bytes, done: 0 };
    });
    await this.#transfer(choice.name, rows, phase, (context) => this.port.download(phase.looked, choice, context));
  }

  /** Resumes a download, after loading the page anew where it was from another host. */
  async resume({ id, origin, choice, files }: PartialDownload): Promise<void> {
    if (origin.kind === 'hub' && origin.host !== this.place.host) {
      const { repository, revision, host } = origin;
      // There it is looked up again and resumed when it is chosen: what is kept is not fetched twice.
      return this.place.go({ repository, revision, mirror: this.place.originOf(host), via: [] });
    }
    await this.#transfer(choice.name, files, { at: 'form' }, (context) => this.port.resume(id, context));
  }

  async forget(id: string): Promise<void> {
    this.#clear();
    try {
      await this.port.forget(id);
    } catch (error) {
      this.#fail(error);
    }
    await this.refresh();
  }

  cancel(): void {
    this.#stop?.abort();
  }

  again(): void {
    this.#clear();
    this.repository = '';
    this.revision = 'main';
    this.phase = { at: 'form' };
  }

  refuse(refusal: RefusedAccess): void {
    // A policy of the server is why, whatever others refuse as well.
    if (this.refusal?.by !== 'server') this.refusal = refusal;
  }

  async #transfer(
    name: string,
    files: PartialDownload['files'],
    before: Phase,
    run: (context: DownloadContext) => Promise<StoredModel>,
  ): Promise<void> {
    this.#clear();
    this.#stop = new AbortController();
    const rate = new Rate();
    const sum = (of: 'done' | 'bytes'): number => files.reduce((total, file) => total + file[of], 0);
    let transfer: DownloadProgress = { name, files, done: sum('done'), bytes: sum('bytes'), path: null, rate: null };
    this.phase = { at: 'download', transfer };
    const progress = (step: DownloadStep): void => {
      transfer = stepped(transfer, step, rate.add(performance.now(), step.done));
      this.phase = { at: 'download', transfer };
    };
    try {
      const model = await run({ signal: this.#stop.signal, progress });
      this.phase = { at: 'done', model };
    } catch (error) {
      this.phase = before;
      this.#fail(error);
    }
    await this.refresh();
  }

  /** @throws {HitrateError} where the form names no repository, or a host that no policy allows */
  #read(): { repository: string; revision: string; mirror: string | null; via: string[] } {
    const { repository, revision, host } = this.port.parseAddress(this.repository);
    // The pasted address says more than the fields beside it.
    const usual = host !== null && this.place.originOf(host) === 'https://huggingface.co';
    const mirror = host === null ? this.#origin(this.mirror) : usual ? null : this.#origin(host);
    const via = this.via
      .split(/[\s,]+/)
      .map((text) => this.#origin(text))
      .filter((origin) => origin !== null);
    this.repository = repository;
    this.revision = revision ?? (this.revision.trim() || 'main');
    this.mirror = mirror ?? '';
    return { repository, revision: this.revision, mirror, via };
  }

  #origin(text: string): string | null {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    const origin = this.place.originOf(trimmed);
    if (origin !== null) return origin;
    throw new HitrateError('download-failed', { code: 'origin-malformed', data: { text: trimmed.slice(0, 80) } });
  }

  #clear(): void {
    this.problem = null;
    this.refusal = null;
  }

  #fail(error: unknown): void {
    if (isAbort(error)) return;
    this.problem = errorText(error);
  }
}

function stepped(before: DownloadProgress, step: DownloadStep, rate: number | null): DownloadProgress {
  const { path, fileDone, fileBytes, done, bytes } = step;
  const files = before.files.map((file) => (file.path === path ? { path, bytes: fileBytes, done: fileDone } : file));
  return { ...before, files, path, done, bytes, rate };
}
