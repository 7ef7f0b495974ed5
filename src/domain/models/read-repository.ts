import { denseOf, dimensionsOf } from './dense';
import { familyOf, otherFamily, rerankerFamilyOf, type Family, type Known } from './families';
import { maxTokensOf } from './max-tokens';
import { isStatic, normaliseOf, poolingOf } from './pooling';
import { prefixesOf } from './prompts';
import type { DenseLayer, ModelTask } from './configuration';
import { Remarks } from './remarks';
import type { EmbeddingOffer, Finding, ModelOffer, RefusedRepository, RepositoryFile } from './repository';
import { openSource, type Source } from './source';
import { rerankingOf, taskOf } from './task';
import { weightsOf } from './weights';

export { textsOf } from './source';

export const isRefused = (offer: ModelOffer | RefusedRepository): offer is RefusedRepository => 'problems' in offer;

/** What tokenizers and configurations are read from, as far as a repository has them. */
export const COMMON: readonly string[] = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'generation_config.json',
  'chat_template.jinja',
];

/**
 * Reads a repository's model configuration; gaps are filled from its family. The repository wins; a contradiction
 * between the two is a warning.
 *
 * @param texts contents of the files that `textsOf` names
 * @param name repository, as `Xenova/multilingual-e5-small`, or folder: identifies the family
 */
export function readRepository(
  files: readonly RepositoryFile[],
  texts: ReadonlyMap<string, string>,
  name = '',
): ModelOffer | RefusedRepository {
  const remarks = new Remarks();
  const source = openSource(files, texts, name, remarks);
  refuseIncomplete(source, remarks);
  if (remarks.problems.length > 0) return { problems: remarks.problems };
  const task = taskOf(source, remarks);
  if (!task) return { problems: remarks.problems };
  const offer = offerOf(source, task, remarks);
  return remarks.problems.length > 0 ? { problems: remarks.problems } : offer;
}

function refuseIncomplete(source: Source, remarks: Remarks): void {
  const { paths } = source;
  if (!paths.has('config.json')) remarks.refuse('config-missing', null);
  if (!paths.has('tokenizer.json')) remarks.refuse('tokenizer-missing', null);
  if (!paths.has('tokenizer_config.json') && !isStatic(source)) remarks.refuse('tokenizer-config-missing', null);
  // task_id, as jina-embeddings-v3 has it
  if ('lora_adaptations' in source.config) remarks.refuse('task-number', null);
}

function offerOf(source: Source, task: Finding<ModelTask>, remarks: Remarks): ModelOffer {
  const isEmbedding = task.value === 'embedding';
  const known = isEmbedding ? familyOf(source) : null;
  const dense = isEmbedding ? denseOf(source, known, remarks) : [];
  if (known) warnOfFamily(source, known, remarks);
  warnOfLicence(source, remarks);
  return {
    task,
    weights: weightsOf(source.files, task.value, remarks),
    common: COMMON.filter((path) => source.paths.has(path)),
    maxTokens: maxTokensOf(source, task.value, known, remarks),
    dimensions: isEmbedding ? dimensionsOf(source, dense, remarks) : null,
    languages: source.about.languages,
    licence: source.about.licence,
    family: known?.family.name ?? (task.value === 'reranking' ? rerankerFamilyOf(source)?.family.name : null) ?? null,
    embedding: isEmbedding ? embeddingOf(source, known, dense, remarks) : null,
    reranking: task.value === 'reranking' ? rerankingOf(source, remarks) : null,
    warnings: remarks.warnings,
  };
}

function embeddingOf(
  source: Source,
  known: Known<Family> | null,
  dense: readonly DenseLayer[],
  remarks: Remarks,
): EmbeddingOffer {
  const prefixes = prefixesOf(source, known, remarks);
  return {
    pooling: poolingOf(source, known, remarks),
    normalise: normaliseOf(source, known, remarks),
    dense,
    queryPrefix: prefixes.query,
    passagePrefix: prefixes.passage,
    flat: isStatic(source),
    matryoshka: known?.family.matryoshka ?? [],
  };
}

function warnOfFamily(source: Source, { family, from }: Known<Family>, remarks: Remarks): void {
  if (family.caution) remarks.warn(family.caution, null);
  const other = otherFamily(source, family);
  if (other) remarks.warn('family-differs', { name: other.name, family: from });
}

function warnOfLicence({ about: { licence } }: Source, remarks: Remarks): void {
  if (licence && /(?:^|-)nc(?:-|$)|non-?commercial|research/i.test(licence))
    remarks.warn('not-commercial', { licence });
}
