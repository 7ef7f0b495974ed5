/**
 * The page that fetches models. It has the origin of the page that holds documents, but another policy, and nothing that
 * is imported from here knows the documents' database.
 */
import { contentSecurityPolicy } from './adapters/offline/headers.js';

const { search } = location;
const meta = document.createElement('meta');
meta.httpEquiv = 'Content-Security-Policy';
meta.content = contentSecurityPolicy({ page: 'airlock', search, development: import.meta.env.DEV, meta: true });
// Before anything else is loaded: on a host that sends no headers this is the first policy that names hosts.
document.head.append(meta);

const target = document.getElementById('app')!;
try {
  const { start } = await import('./airlock/start');
  start(target);
} catch (error) {
  target.textContent = error instanceof Error ? error.message : String(error);
}
