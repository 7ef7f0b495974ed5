/**
 * Engines and libraries that a system may be meant to run in. `postgresql` is PostgreSQL with pgvector and
 * pg_textsearch, where the SQL that Hitrate writes joins the lists.
 */
export const ENGINE_IDS = [
  'elasticsearch',
  'opensearch',
  'qdrant',
  'postgresql',
  'langchain',
  'haystack',
  'chroma',
  'llamaindex',
] as const;

export type EngineId = (typeof ENGINE_IDS)[number];

/** As their makers write them. */
export const ENGINE_NAMES: Readonly<Record<EngineId, string>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  qdrant: 'Qdrant',
  postgresql: 'PostgreSQL',
  langchain: 'LangChain',
  haystack: 'Haystack',
  chroma: 'Chroma',
  llamaindex: 'LlamaIndex',
};
