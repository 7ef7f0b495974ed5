import type { CMapReader } from './reader';

/** Addresses of the character maps on our origin. The package does not export them, hence the path. */
const addresses = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -'.bcmap'.length), url]),
);

export const fetchCMap: CMapReader = async (name) => {
  const url = addresses[name];
  if (url === undefined) throw new Error(`There is no character map ${name}.`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The character map ${name} could not be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
};
