import { familyOf, namesOf, ofFamily, rerankerFamilyOf } from './families';
import type { ModelTask } from './configuration';
import { type Remarks, assumed, type Finding, type RerankingOffer, stated } from './repository';
import { listOf, objectOf, type Source, textOf } from './source';

const EMBEDDING_TAGS = ['feature-extraction', 'sentence-similarity'];

/** Of several vectors, of words, of two networks, of images or of sound. */
const OTHERS =
  /ColBERT|For(?:TokenClassification|QuestionAnswering|MultipleChoice|ConditionalGeneration|Seq2Seq)|CLIP|Siglip|Vision|Image|Detection|Segmentation|Depth|Audio|Whisper|Speech|CTC|Wav2Vec/;

/** The labels of a classifier; two where nothing says it, which is the default of transformers. */
const labelsOf = (source: Source): readonly string[] => {
  const named = objectOf(source.config['id2label']);
  if (named) return Object.keys(named).map((id) => textOf(named[id]) ?? `LABEL_${id}`);
  const count = source.config['num_labels'];
  return Array.from({ length: typeof count === 'number' ? count : 2 }, (_, id) => `LABEL_${id}`);
};

export function taskOf(source: Source, remarks: Remarks): Finding<ModelTask> | null {
  const architecture = listOf(source.config['architectures'])?.flatMap((name) => textOf(name) ?? [])[0] ?? '';
  const { modules, about, name } = source;
  const isSparse = /splade/i.test(name) || modules?.some(({ kind }) => /splade|sparse/i.test(kind));
  // task_id, as jina-embeddings-v3 has it
  if (isSparse || 'lora_adaptations' in source.config || OTHERS.test(architecture))
    return remarks.refuse('other-model', { named: isSparse ? 'SPLADE' : architecture });
  if (/ForSequenceClassification$/.test(architecture)) return classifier(source, remarks, architecture);
  if (/ForCausalLM$|LMHeadModel$/.test(architecture)) return languageModel(source, remarks, architecture);
  const said = statedEmbedding(source);
  if (said) return said;
  if (about.task === 'text-ranking') return stated('reranking', `README.md (${about.task})`);
  const reranker = rerankerFamilyOf(source);
  if (reranker) return ofFamily('reranking', reranker);
  const family = familyOf(source);
  if (family) return ofFamily('embedding', family);
  remarks.warn('assumed', { of: 'task' });
  return assumed('embedding');
}

function statedEmbedding({ modules, paths, config, about }: Source): Finding<ModelTask> | null {
  if (modules) return stated('embedding', 'modules.json');
  if (paths.has('1_Pooling/config.json')) return stated('embedding', '1_Pooling/config.json');
  if (config['model_type'] === 'model2vec') return stated('embedding', 'config.json (model2vec)');
  return about.task && EMBEDDING_TAGS.includes(about.task) ? stated('embedding', `README.md (${about.task})`) : null;
}

function classifier(source: Source, remarks: Remarks, architecture: string): Finding<ModelTask> | null {
  const { length } = labelsOf(source);
  if (length > 2) return remarks.refuse('other-model', { named: `${architecture}, ${length} labels` });
  if (!rerankerFamilyOf(source) && source.about.task !== 'text-ranking') remarks.warn('assumed', { of: 'task' });
  return stated('reranking', `config.json (${architecture})`);
}

function languageModel(source: Source, remarks: Remarks, architecture: string): Finding<ModelTask> | null {
  const isNamed = (pattern: RegExp) => namesOf(source).some((name) => pattern.test(name));
  // It writes “yes” or “no”.
  if (isNamed(/rerank/) || source.about.task === 'text-ranking')
    return remarks.refuse('other-model', { named: `${architecture}, a reranker that writes` });
  const said = statedEmbedding(source);
  if (said) return said;
  const family = familyOf(source);
  if (family) return ofFamily('embedding', family);
  return isNamed(/embed/) ? assumed('embedding') : stated('generation', `config.json (${architecture})`);
}

const RELEVANT = /^(?:relevant|yes|true|positive|match|entailment|1)$/i;
const IRRELEVANT = /^(?:irrelevant|not[ _-]?relevant|no|false|negative|no[ _-]?match|not[ _-]entailment|0)$/i;

/** The only logit; of two, relevant minus the other, since one alone says nothing of a pair that suits both labels. */
export function rerankingOf(source: Source, remarks: Remarks): RerankingOffer {
  const labels = labelsOf(source);
  const from = `config.json${source.config['id2label'] === undefined ? '' : ' (id2label)'}`;
  if (labels.length === 1) return { logit: stated('only', from), relevant: stated(0, from) };
  return { logit: stated('difference', from), relevant: relevantOf(labels, from, remarks) };
}

function relevantOf(labels: readonly string[], from: string, remarks: Remarks): Finding<0 | 1> {
  const place = labels.findIndex((label) => RELEVANT.test(label));
  if (place >= 0) return stated(place === 0 ? 0 : 1, from);
  const other = labels.findIndex((label) => IRRELEVANT.test(label));
  if (other >= 0) return stated(other === 0 ? 1 : 0, from);
  remarks.warn('assumed', { of: 'labels' });
  return assumed(1);
}
