import { CommandRefusal } from '../../ui/command-line/command-progress';
import { engineProblems as words } from './texts';
import type { AskedEngine } from './types';

export interface EngineAddress {
  readonly engine: AskedEngine;
  /** For the client. */
  readonly url: string;
  /** For people: it has no secret, since an address with one is refused. */
  readonly shown: string;
}

const SCHEMES: Readonly<Record<string, readonly [AskedEngine, client: string]>> = {
  postgresql: ['postgresql', 'postgresql'],
  postgres: ['postgresql', 'postgresql'],
  'opensearch+http': ['opensearch', 'http'],
  'opensearch+https': ['opensearch', 'https'],
  'elasticsearch+http': ['elasticsearch', 'http'],
  'elasticsearch+https': ['elasticsearch', 'https'],
  'qdrant+http': ['qdrant', 'http'],
  'qdrant+https': ['qdrant', 'https'],
};

const ADDRESS_FORMS = [
  'postgresql://host:5432/database',
  'opensearch+https://host:9200',
  'elasticsearch+https://host:9200',
  'qdrant+https://host:6333',
] as const;

/** Parameters by which clients take a password. */
const SECRET_PARAMETERS = /[?&](?:password|pass|api[-_]?key|token|sslpassword)=/i;

/**
 * The engine that an address names, by its scheme.
 *
 * @throws {CommandRefusal} where it is none, or has a secret: an address is seen in the list of processes and kept in the
 *   history of the shell
 */
export function readAddress(typed: string): EngineAddress {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/i.exec(typed.trim()) ?? [];
  const known = SCHEMES[scheme.toLowerCase()];
  // What was typed may have a password in it, and is not repeated.
  if (!known) throw new CommandRefusal([words.address(scheme, ADDRESS_FORMS)]);
  const [engine, client] = known;
  const url = URL.canParse(`${client}://${rest}`) ? new URL(`${client}://${rest}`) : null;
  if (!url || url.hostname === '') throw new CommandRefusal([words.address(scheme, ADDRESS_FORMS)]);
  const hasName = url.username !== '' && engine !== 'postgresql';
  if (url.password !== '' || hasName || SECRET_PARAMETERS.test(url.search))
    throw new CommandRefusal([words.secretInAddress(engine)]);
  const bare = url.href.replace(/\/$/, '');
  return { engine, url: bare, shown: `${scheme.toLowerCase()}://${bare.slice(bare.indexOf('://') + 3)}` };
}
