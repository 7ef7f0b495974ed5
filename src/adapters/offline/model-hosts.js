/** Where models come from unless a person names a mirror. */
export const MODEL_HOST = 'https://huggingface.co';

/** Where it sends a browser for large files: its CDN, and the bridges to its storage (`cas-bridge.xethub.hf.co`). */
const REDIRECT_HOSTS = ['https://*.huggingface.co', 'https://hf.co', 'https://*.hf.co'];

/** Enough for any mirror, and a bound to the length of a policy. */
const MAX_VIA = 8;

/**
 * An address as the origin that it plainly is: https, or http on this machine, and nothing behind it. What a policy is
 * made of passes here, so anything else is refused, not corrected: wildcards, paths, names and passwords, separators.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function originOf(text) {
  if (text.length > 255 || !/^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?\/?$/i.test(text)) return null;
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const here = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || here ? url.origin : null;
}

/**
 * The hosts that an airlock's address names: `?mirror=https://models.example.org`, and where that redirects to,
 * `&via=https://cdn.example.org`, as often as needed. What is refused is given as it was written, for the page alone.
 *
 * @param {string} search the query of the address
 * @returns {{ host: string, mirror: string | null, via: string[], refused: string[] }} `host` is asked for models
 */
export function readHosts(search) {
  const query = new URLSearchParams(search);
  const asked = query.get('mirror') ?? '';
  const vias = query.getAll('via').filter((text) => text !== '');
  const mirror = originOf(asked);
  const origins = vias.slice(0, MAX_VIA).map((text) => originOf(text));
  const via = [...new Set(origins.filter((origin) => origin !== null))];
  const refused = vias.filter((_, at) => !origins[at]);
  if (asked !== '' && mirror === null) refused.unshift(asked);
  return { host: mirror ?? MODEL_HOST, mirror, via, refused };
}

/**
 * What the airlock of such an address may reach, as sources of a policy. The usual host is always among them, since
 * mirrors redirect to its storage.
 *
 * @param {string} search
 * @returns {string[]}
 */
export function reachableHosts(search) {
  const { mirror, via } = readHosts(search);
  return [...new Set([MODEL_HOST, ...REDIRECT_HOSTS, ...(mirror ? [mirror] : []), ...via])];
}
