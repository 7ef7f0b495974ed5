import type { Json } from '../../base/types';
import type { EngineRequest } from '../../domain/handover/protocol';
import type { TargetId } from '../../domain/handover/target';

/** Variables of the environment that have credentials: the names that each engine's own tools use, where there are any. */
export const CREDENTIALS: Readonly<Record<TargetId, readonly string[]>> = {
  postgresql: ['PGUSER', 'PGPASSWORD'],
  opensearch: ['OPENSEARCH_USERNAME', 'OPENSEARCH_PASSWORD'],
  qdrant: ['QDRANT_API_KEY'],
  elasticsearch: ['ELASTIC_API_KEY', 'ELASTIC_USERNAME', 'ELASTIC_PASSWORD'],
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text without any secret of the environment, whatever an engine put into its message. */
export function withoutSecrets(text: string, engine: TargetId, env: Environment): string {
  const secrets = CREDENTIALS[engine].filter((name) => !/USER/.test(name)).flatMap((name) => env[name] || []);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

/** A scoring of words that the engine does not have, and the one that it computes instead: by the codes of a handover. */
export interface Substitute {
  readonly system: string;
  /** Place among the retrievers of the system. */
  readonly retriever: number;
  readonly asked: string;
  readonly given: string;
  readonly k1: number;
  readonly b: number;
}

export interface Transport {
  /** @returns the answer; null where what is asked for does not exist @throws {EngineFailure} */
  send(request: EngineRequest, signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
}
