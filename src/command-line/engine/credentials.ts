import type { EngineId } from './types';

/** Variables of the environment that have credentials: the names that each engine's own tools use, where there are any. */
export const CREDENTIALS: Readonly<Record<EngineId, readonly string[]>> = {
  postgresql: ['PGUSER', 'PGPASSWORD'],
  opensearch: ['OPENSEARCH_USERNAME', 'OPENSEARCH_PASSWORD'],
  elasticsearch: ['ELASTICSEARCH_API_KEY', 'ELASTICSEARCH_USERNAME', 'ELASTICSEARCH_PASSWORD'],
  qdrant: ['QDRANT_API_KEY'],
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Name and password, where both are given. */
export function loginOf(
  env: Environment,
  engine: 'opensearch' | 'elasticsearch',
): { readonly username: string; readonly password: string } | null {
  const prefix = engine.toUpperCase();
  const [username, password] = [env[`${prefix}_USERNAME`], env[`${prefix}_PASSWORD`]];
  return username && password ? { username, password } : null;
}

/** A text without any secret of the environment, whatever a client put into its message. */
export function withoutSecrets(text: string, engine: EngineId, env: Environment): string {
  const secrets = CREDENTIALS[engine].filter((name) => !/USER/.test(name)).flatMap((name) => env[name] || []);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
