import type { DictionaryReader } from './japanese';

const addresses = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('/node_modules/@patdx/kuromoji/dict/*.dat.gz', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

export const fetchDictionaryFile: DictionaryReader = async (name) => {
  const response = await fetchFile(addresses[name]!);
  if (!response?.ok)
    throw new Error(
      `The Japanese dictionary could not be loaded (${name}: ${response?.status ?? 'no connection'}). ` +
        'It is fetched when it is first used: connect to the network and try again, or choose other tokens.',
    );
  return new Uint8Array(await response.arrayBuffer());
};

async function fetchFile(url: string): Promise<Response | null> {
  try {
    return await fetch(url);
  } catch {
    return null;
  }
}
