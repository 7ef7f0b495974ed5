import type { AskedEngine } from './types';

/** Variables of the environment that have credentials: the names that each engine's own tools use, where there are any. */
export const CREDENTIALS: Readonly<Record<AskedEngine, readonly string[]>> = {
  postgresql: ['PGUSER', 'PGPASSWORD'],
  opensearch: ['OPENSEARCH_USERNAME', 'OPENSEARCH_PASSWORD'],
  qdrant: ['QDRANT_API_KEY'],
  elasticsearch: ['ELASTIC_API_KEY', 'ELASTIC_USERNAME', 'ELASTIC_PASSWORD'],
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text without any secret of the environment, whatever a client put into its message. */
export function withoutSecrets(text: string, engine: AskedEngine, env: Environment): string {
  const secrets = CREDENTIALS[engine].filter((name) => !/USER/.test(name)).flatMap((name) => env[name] || []);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
