import type { PreparerApi } from '../../contract/workers';
import { languagesOf } from '../../domain/dataset/languages';
import { prepare } from '../../domain/documents/prepare';
import { relocate } from '../../domain/documents/relocate';

/** Prepares documents: behind `PreparerApi`. */
export function createPreparer(): PreparerApi {
  return {
    async prepare({ docs, preparation, before }) {
      const prepared = prepare(docs, preparation, before);
      return { ...prepared, languages: languagesOf(prepared.docs.map(({ doc }) => doc)) };
    },
    async effects({ docs, preparation, before }) {
      return prepare(docs, preparation, before).effects;
    },
    async relocate({ before, after, truth }) {
      return relocate(before, after, truth);
    },
  };
}
