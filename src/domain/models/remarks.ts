import type { Problem } from '../../base/problem';
import type { ModelTask, Pooling } from './configuration';

/** Where a finding comes from: a file by its path, with what it names in brackets (`config.json (BertModel)`), or else. */
export type Origin = string | Problem<OriginData>;

export interface OriginData {
  nothing: null;
  /** `file` where not the repository's own name is of the family, but one in that file. */
  family: { name: string; file: string | null; named: string };
  'name-alone': { name: string };
  /** A static model pools by itself. */
  static: null;
  'labels-unnamed': null;
  'module-absent': { path: string; module: string };
  'prompt-absent': { path: string };
  'more-than-used': { from: Origin; tokens: number; used: number };
}

export interface RefusalData {
  'json-invalid': { path: string };
  'config-missing': null;
  'tokenizer-missing': null;
  'tokenizer-config-missing': null;
  /** Its network takes the number of a task with every text. */
  'task-number': null;
  'other-task': { architecture: string; does: OtherTask };
  'sparse-vectors': null;
  'many-classes': { labels: readonly string[] };
  /** It writes “yes” or “no”, which is not read here. */
  'writes-relevance': null;
  'module-unknown': { kind: string };
  'dense-on-static': null;
  'dense-before-pooling': null;
  'dense-pickled': { folder: string };
  'dense-missing': { path: string };
  'dense-size': { path: string };
  'dense-activation': { path: string; activation: string };
  'dense-unfit': { path: string; takes: number; from: Origin; has: number };
  'poolings-joined': { path: string; poolings: readonly Pooling[] };
  /** Weights of other formats that it has. */
  'weights-missing': { others: readonly string[] };
  'weights-parts': { paths: readonly string[]; task: ModelTask };
  'weights-pointers': null;
  'weights-of-processors': null;
  /** Files that are pointers of Git LFS. */
  pointers: { paths: readonly string[] };
  /** Among the files that were picked there is no `config.json` … */
  'no-repository': { files: number };
  /** … or one in each of several folders. */
  'many-repositories': { folders: readonly string[] };
}

/** What to know before a model is used. */
export interface CautionData {
  'task-assumed': null;
  'prompt-of-qwen3-reranker': null;
  'classifier-assumed': null;
  'dense-unlisted': { family: Origin };
  'normalise-differs': { stated: boolean; family: Origin };
  'pooling-differs': { path: Origin; stated: Pooling; family: Origin; usual: Pooling };
  'pooling-assumed': null;
  'pooling-absent': { path: string };
  'pooling-unknown': { path: string };
  'poolings-several': {
    path: string;
    others: readonly { readonly poolings: readonly Pooling[]; readonly path: string; readonly key: string | null }[];
  };
  'prefix-not-pooled': { path: string; pooling: Pooling };
  'prefix-differs': { before: 'questions' | 'passages'; path: string; stated: string; family: Origin; usual: string };
  'prefix-assumed': null;
  'labels-of-moods': { labels: readonly string[] };
  'labels-assumed': { labels: readonly string[] };
  'length-assumed': { tokens: number };
  'length-beyond-positions': { from: Origin; tokens: number; positions: number };
  'length-limited': { tokens: number; used: number };
  'family-differs': { name: string; family: Origin };
  'not-commercial': { licence: string };
  'some-of-processors': { paths: readonly string[] };
  'some-pointers': { paths: readonly string[] };
  'nomic-layer-norm': null;
  'gemma-half-precision': null;
  'noinstruct-pooling': null;
}

export type OtherTask =
  'many-vectors' | 'labels-words' | 'marks-answers' | 'chooses' | 'two-networks' | 'images' | 'sound';

export type Refusal = Problem<RefusalData>;
export type Caution = Problem<CautionData>;

export class Remarks {
  readonly problems: Refusal[] = [];
  readonly warnings: Caution[] = [];

  refuse<Code extends keyof RefusalData>(code: Code, data: RefusalData[Code]): null {
    this.problems.push({ code, data } as Refusal);
    return null;
  }

  warn<Code extends keyof CautionData>(code: Code, data: CautionData[Code]): void {
    this.warnings.push({ code, data } as Caution);
  }
}
