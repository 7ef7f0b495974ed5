import { familyOf, lastPart, namesOf, rerankerFamilyOf } from './families';
import { listOf, objectOf, textOf } from './json';
import type { ModelTask } from './configuration';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import type { Source } from './source';

const EMBEDDING_TAGS = ['feature-extraction', 'sentence-similarity'];

/** Architectures that are neither: with what they are, in words. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/ColBERT/, 'gives many vectors a text (ColBERT), which are compared in another way'],
  [/ForTokenClassification/, 'labels words'],
  [/ForQuestionAnswering/, 'marks answers in a text'],
  [/ForMultipleChoice/, 'chooses among answers'],
  [
    /ForConditionalGeneration|ForSeq2Seq/,
    'has an encoder and a decoder, or reads images: take a text model of one network',
  ],
  [/CLIP|Siglip|Vision|Image|Detection|Segmentation|Depth/, 'reads images'],
  [/Audio|Whisper|Speech|CTC|Wav2Vec/, 'reads sound'],
];

const architecturesOf = (source: Source): readonly string[] =>
  (listOf(source.config['architectures']) ?? []).flatMap((name) => textOf(name) ?? []);

/** How many labels a classifier has; 2 where nothing says it, which is the default of transformers. */
export const labelsOf = (source: Source): readonly string[] => {
  const named = objectOf(source.config['id2label']);
  if (named) return Object.keys(named).map((id) => textOf(named[id]) ?? `LABEL_${id}`);
  const count = source.config['num_labels'];
  return Array.from({ length: typeof count === 'number' ? count : 2 }, (_, id) => `LABEL_${id}`);
};

/** What a model is for; null where it is none of the three, which is then among the problems. */
export function taskOf(source: Source, remarks: Remarks): Finding<ModelTask> | null {
  const architectures = architecturesOf(source);
  const architecture = architectures[0] ?? '';
  const stated = (value: ModelTask, from: string): Finding<ModelTask> => ({ value, from, certainty: 'stated' });
  const fromConfig = `config.json (${architecture})`;

  const other = OTHERS.find(([pattern]) => pattern.test(architecture));
  if (other) return refuse(remarks, `By config.json it is a ${architecture}, which ${other[1]}.`);
  if (/splade/i.test(source.name) || source.modules?.some(({ kind }) => /splade|sparse/i.test(kind)))
    return refuse(remarks, 'It gives sparse vectors (weights of words), and only dense ones can be searched here.');
  if (/ForSequenceClassification$/.test(architecture)) return classifier(source, remarks, fromConfig);
  if (/ForCausalLM$|LMHeadModel$/.test(architecture)) return languageModel(source, remarks, fromConfig);
  if (source.modules) return stated('embedding', 'modules.json');
  if (hasPooling(source)) return stated('embedding', '1_Pooling/config.json');
  if (source.config['model_type'] === 'model2vec') return stated('embedding', 'config.json (model2vec)');
  const tag = source.about.task;
  if (tag && EMBEDDING_TAGS.includes(tag)) return stated('embedding', `README.md (${tag})`);
  if (tag === 'text-ranking') return stated('reranking', `README.md (${tag})`);
  const reranker = rerankerFamilyOf(source);
  if (reranker) return { value: 'reranking', from: reranker.from, certainty: 'family' };
  const family = familyOf(source);
  if (family) return { value: 'embedding', from: family.from, certainty: 'family' };
  remarks.warn(
    'Nothing says that it is a model for search. Language models that were not trained for it find hardly anything: ' +
      'see how it does on the known pairs.',
  );
  return { value: 'embedding', from: 'nothing says it', certainty: 'assumed' };
}

function refuse(remarks: Remarks, sentence: string): null {
  remarks.refuse(sentence);
  return null;
}

const hasPooling = (source: Source): boolean => source.paths.has('1_Pooling/config.json');

function classifier(source: Source, remarks: Remarks, from: string): Finding<ModelTask> | null {
  const labels = labelsOf(source);
  if (labels.length > 2)
    return refuse(
      remarks,
      `It sorts texts into ${labels.length} classes (${labels.slice(0, 3).join(', ')}, …), so it is no reranker: one has one or two.`,
    );
  if (/qwen3-?reranker/.test(lastPart(source.name)))
    remarks.warn('Qwen3-Reranker was trained on a prompt around question and passage, which is not written here.');
  else if (!rerankerFamilyOf(source) && source.about.task !== 'text-ranking')
    remarks.warn(
      'It is a classifier of texts, and nothing says that it ranks passages. See how it does on the known pairs.',
    );
  return { value: 'reranking', from, certainty: 'stated' };
}

function languageModel(source: Source, remarks: Remarks, from: string): Finding<ModelTask> | null {
  const saysName = (pattern: RegExp) => namesOf(source).find(({ name }) => pattern.test(lastPart(name)));
  if (saysName(/rerank/) || source.about.task === 'text-ranking')
    return refuse(
      remarks,
      'It ranks by writing “yes” or “no”, and is no sequence classifier: that is not done here. Take a cross-encoder, as ' +
        'bge-reranker or jina-reranker.',
    );
  if (source.modules) return { value: 'embedding', from: 'modules.json', certainty: 'stated' };
  if (hasPooling(source)) return { value: 'embedding', from: '1_Pooling/config.json', certainty: 'stated' };
  if (source.about.task && EMBEDDING_TAGS.includes(source.about.task))
    return { value: 'embedding', from: `README.md (${source.about.task})`, certainty: 'stated' };
  const family = familyOf(source);
  if (family) return { value: 'embedding', from: family.from, certainty: 'family' };
  const named = saysName(/embed/);
  if (named) return { value: 'embedding', from: `only its name says it (${named.name})`, certainty: 'assumed' };
  return { value: 'generation', from, certainty: 'stated' };
}
