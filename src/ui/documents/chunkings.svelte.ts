import { provided } from '../shared/context';
import { SvelteMap } from 'svelte/reactivity';
import type { CollectionRecord } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { canonicalJson } from '../../base/hash';
import type { Doc, Span } from '../../base/types';
import type { PassageLengths } from '../../contract/workers';
import type { Reader } from '../../workbench/run/chunking-size';
import type { WorkbenchPart } from '../../workbench/workbench';
import { failureOf, type Failure } from '../shared/failure';

export class ChunkingsState {
  readonly #known = new SvelteMap<string, PassageLengths | Failure>();
  #abort = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly workbench: WorkbenchPart<{ collections: 'passageLengths' | 'chunk' }>) {}

  of(collection: CollectionRecord, chunker: ChunkerSpec, reader: Reader): PassageLengths | Failure | null {
    return this.#known.get(keyOf(collection, chunker, reader)) ?? null;
  }

  /** Counts in the background; earlier requests that have not begun are dropped. */
  want(collection: CollectionRecord, chunkers: readonly ChunkerSpec[], reader: Reader): void {
    this.stop();
    const { signal } = this.#abort;
    for (const chunker of chunkers) {
      const key = keyOf(collection, chunker, reader);
      this.#last = this.#last.then(async () => {
        const known = this.#known.get(key);
        if (signal.aborted || (known && 'passages' in known)) return;
        try {
          this.#known.set(key, await this.workbench.collections.passageLengths(collection.id, chunker, reader, signal));
        } catch (error) {
          const failure = await failureOf(error);
          if (failure) this.#known.set(key, failure);
        }
      });
    }
  }

  stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  cut(doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]> {
    return this.workbench.collections.chunk(doc, chunker);
  }
}

export const getChunkings = provided(ChunkingsState);

const keyOf = ({ id, corpusKey }: CollectionRecord, chunker: ChunkerSpec, reader: Reader): string =>
  canonicalJson({ id, corpusKey, chunker, reader });
