import type {
  EncoderApi,
  GeneratorApi,
  ImporterApi,
  LabApi,
  LearnerApi,
  LexicalApi,
  DocumentsApi,
  QuestionsApi,
  RerankerApi,
  SourceFile,
  StatisticsApi,
  VectorsApi,
  WorkerPort,
} from '../../contract/workers';
import type { StoragePort } from '../../contract/storage';
import type { ModelFilesApi, ModelsPort } from '../../contract/models';

/** What computes on this machine. */
export interface Machine {
  /** Browser, processors, threads and GPU, in words: another text is another machine. */
  readonly name: string;
  /** Whether a GPU is offered, of whatever kind. */
  readonly gpu: boolean;
}

/** What the engine needs from outside. `main.ts` fills it in. */
export interface Ports {
  readonly storage: StoragePort;
  readonly importer: WorkerPort<ImporterApi>;
  /** Another worker at each call: each keeps what it read, and ends with its task. */
  readonly documents: () => WorkerPort<DocumentsApi>;
  readonly questions: WorkerPort<QuestionsApi>;
  readonly lexical: WorkerPort<LexicalApi>;
  readonly encoder: WorkerPort<EncoderApi>;
  readonly vectors: WorkerPort<VectorsApi>;
  readonly reranker: WorkerPort<RerankerApi>;
  readonly learner: WorkerPort<LearnerApi>;
  readonly statistics: WorkerPort<StatisticsApi>;
  readonly lab: WorkerPort<LabApi>;
  readonly generator: WorkerPort<GeneratorApi>;
  readonly modelFiles: WorkerPort<ModelFilesApi>;
  readonly models: ModelsPort;
  /** What this machine is, for measurements that hold for it alone. */
  machine(): Promise<Machine>;
  /** The bundled sample's files. */
  sample(): Promise<SourceFile[]>;
  /** Files of the bundled sample of documents, with a table of questions. */
  documentsSample(): Promise<SourceFile[]>;
  /** Root-relative path of the folder that holds the models. */
  readonly modelFolder: string;
  /** Name and version of the app and of the packages that compute scores. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether WASM may use threads. */
  readonly isolated: boolean;
  /** Runs `task` while no other tab runs one; rejects with `already-running` where one does. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}
