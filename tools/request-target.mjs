/**
 * The target of a request line: a path (`/a?b`), or a whole address (`http://host/a?b`), as proxies are asked.
 *
 * @param {string | undefined} target as Node gives it
 * @returns {{ host: string | null, path: string, search: string } | null} `host` is the one that a whole address names,
 *   empty where that is not one of HTTP; `path` is decoded and begins with a slash. Null where the target is neither, is
 *   not UTF-8, or has a NUL, which no file has in its name.
 */
export function readTarget(target = '/') {
  try {
    const whole = !target.startsWith('/');
    // Put behind a host, since two slashes at the start would name one.
    const url = new URL(whole ? target : `http://localhost${target}`);
    const path = decodeURIComponent(url.pathname);
    if (path.includes('\0')) return null;
    const host = whole ? (url.protocol === 'http:' ? url.host : '') : null;
    return { host, path, search: url.search };
  } catch {
    return null;
  }
}
