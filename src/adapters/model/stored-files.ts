import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';
import { keptOpen } from '../indexed-db/kept-open';
import { openModelDatabase } from '../model-store/schema';
import { readModelFile } from '../model-store/store';

/** transformers asks by address: added models, kept in a database, have made-up ones, which no server is asked for. */

const ROOT = '/added-models/';

const opened = keptOpen(openModelDatabase);

const names = new Map<string, string>();

/** A name for `from_pretrained`. It differs by revision: transformers remembers which files it has found. */
export function nameOf({ model, revision, reading }: ModelRequest): string {
  if (!reading) return model;
  const name = `${ROOT}${encodeURIComponent(model)}@${revision}`;
  names.set(name, model);
  return name;
}

export async function fetchStored(address: string | URL, init?: RequestInit): Promise<Response> {
  const [name, path] = partsOf(String(address));
  const model = name === null ? undefined : names.get(name);
  if (model === undefined) return readWhole(await fetch(address, init));
  const file = await readModelFile(await opened(), model, path);
  if (file === null) return new Response(null, { status: 404 });
  return new Response(file, { headers: { 'content-length': String(file.size) } });
}

/** Reads the whole body: Firefox may never end one that transformers left unread and asked for again. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(await response.blob(), { status, headers });
}

function partsOf(address: string): [name: string | null, path: string] {
  if (!address.startsWith(ROOT)) return [null, address];
  const end = address.indexOf('/', ROOT.length);
  return [address.slice(0, end), address.slice(end + 1)];
}

/** A path of a repository as seen from the folder of another. */
export function besideOf(path: string, other: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return other.startsWith(folder) ? other.slice(folder.length) : other;
}

/** @returns null where the model has no file of that path */
export async function modelFile({ folder, model, reading }: ModelRequest, path: string): Promise<Blob | null> {
  if (reading) return readModelFile(await opened(), model, path);
  const response = await fetch(`${folder}${model}/${path}`);
  return response.ok ? response.blob() : null;
}

export async function requireFile(request: ModelRequest, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await modelFile(request, path);
  if (file) return new Uint8Array(await file.arrayBuffer());
  const data = { model: request.model, path, bundled: !request.reading };
  throw new HitrateError('model-unavailable', { code: 'file-absent', data });
}
