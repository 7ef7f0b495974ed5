import { familyOf, lastPart, namesOf, ofFamily, rerankerFamilyOf } from './families';
import type { ModelTask } from './configuration';
import {
  type Origin,
  type OtherTask,
  type Remarks,
  assumed,
  type Finding,
  type RerankingOffer,
  stated,
} from './repository';
import { listOf, objectOf, type Source, textOf } from './source';

const EMBEDDING_TAGS = ['feature-extraction', 'sentence-similarity'];

const OTHERS: readonly (readonly [RegExp, OtherTask])[] = [
  [/ColBERT/, 'many-vectors'],
  [/ForTokenClassification/, 'labels-words'],
  [/ForQuestionAnswering/, 'marks-answers'],
  [/ForMultipleChoice/, 'chooses'],
  [/ForConditionalGeneration|ForSeq2Seq/, 'two-networks'],
  [/CLIP|Siglip|Vision|Image|Detection|Segmentation|Depth/, 'images'],
  [/Audio|Whisper|Speech|CTC|Wav2Vec/, 'sound'],
];

const architecturesOf = (source: Source): readonly string[] =>
  (listOf(source.config['architectures']) ?? []).flatMap((name) => textOf(name) ?? []);

/** How many labels a classifier has; 2 where nothing says it, which is the default of transformers. */
const labelsOf = (source: Source): readonly string[] => {
  const named = objectOf(source.config['id2label']);
  if (named) return Object.keys(named).map((id) => textOf(named[id]) ?? `LABEL_${id}`);
  const count = source.config['num_labels'];
  return Array.from({ length: typeof count === 'number' ? count : 2 }, (_, id) => `LABEL_${id}`);
};

export function taskOf(source: Source, remarks: Remarks): Finding<ModelTask> | null {
  const architecture = architecturesOf(source)[0] ?? '';
  const fromConfig = `config.json (${architecture})`;
  const other = OTHERS.find(([pattern]) => pattern.test(architecture));
  if (other) return remarks.refuse('other-task', { does: other[1] });
  if (/splade/i.test(source.name) || source.modules?.some(({ kind }) => /splade|sparse/i.test(kind)))
    return remarks.refuse('other-task', { does: 'sparse-vectors' });
  if (/ForSequenceClassification$/.test(architecture)) return classifier(source, remarks, fromConfig);
  if (/ForCausalLM$|LMHeadModel$/.test(architecture)) return languageModel(source, remarks, fromConfig);
  const said = statedEmbedding(source);
  if (said) return said;
  if (source.about.task === 'text-ranking') return stated('reranking', `README.md (${source.about.task})`);
  const reranker = rerankerFamilyOf(source);
  if (reranker) return ofFamily('reranking', reranker);
  const family = familyOf(source);
  if (family) return ofFamily('embedding', family);
  remarks.warn('task-assumed', null);
  return assumed('embedding');
}

function statedEmbedding({ modules, paths, config, about }: Source): Finding<ModelTask> | null {
  if (modules) return stated('embedding', 'modules.json');
  if (paths.has('1_Pooling/config.json')) return stated('embedding', '1_Pooling/config.json');
  if (config['model_type'] === 'model2vec') return stated('embedding', 'config.json (model2vec)');
  return about.task && EMBEDDING_TAGS.includes(about.task) ? stated('embedding', `README.md (${about.task})`) : null;
}

function classifier(source: Source, remarks: Remarks, from: string): Finding<ModelTask> | null {
  const labels = labelsOf(source);
  if (labels.length > 2) return remarks.refuse('other-task', { does: 'many-classes' });
  if (!rerankerFamilyOf(source) && source.about.task !== 'text-ranking') remarks.warn('task-assumed', null);
  return stated('reranking', from);
}

function languageModel(source: Source, remarks: Remarks, from: string): Finding<ModelTask> | null {
  const byName = (pattern: RegExp) => namesOf(source).find(({ name }) => pattern.test(lastPart(name)));
  if (byName(/rerank/) || source.about.task === 'text-ranking')
    return remarks.refuse('other-task', { does: 'writes-relevance' });
  const said = statedEmbedding(source);
  if (said) return said;
  const family = familyOf(source);
  if (family) return ofFamily('embedding', family);
  const named = byName(/embed/);
  if (!named) return stated('generation', from);
  return { ...assumed('embedding'), from: { code: 'name-alone', data: { name: named.name } } };
}

const RELEVANT = /^(?:relevant|yes|true|positive|match|entailment|1)$/i;
const IRRELEVANT = /^(?:irrelevant|not[ _-]?relevant|no|false|negative|no[ _-]?match|not[ _-]entailment|0)$/i;

/**
 * A classifier's score: its only logit; or of two, the relevant label's minus the other's, since one logit alone says
 * nothing of a pair that suits both labels.
 */
export function rerankingOf(source: Source, remarks: Remarks): RerankingOffer {
  const labels = labelsOf(source);
  const from: Origin =
    source.config['id2label'] === undefined ? { code: 'labels-unnamed', data: null } : 'config.json (id2label)';
  if (labels.length === 1) return { logit: stated('only', from), relevant: stated(0, from) };
  return { logit: stated('difference', from), relevant: relevantOf(labels, from, remarks) };
}

function relevantOf(labels: readonly string[], from: Origin, remarks: Remarks): Finding<0 | 1> {
  const place = labels.findIndex((label) => RELEVANT.test(label));
  if (place >= 0) return stated(place === 0 ? 0 : 1, from);
  const other = labels.findIndex((label) => IRRELEVANT.test(label));
  if (other >= 0) return stated(other === 0 ? 1 : 0, from);
  remarks.warn('labels-assumed', { labels });
  return assumed(1);
}
