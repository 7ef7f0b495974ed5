import { groupBy } from '../../base/containers';
import type { LanguageShare } from '../../base/types';
import type { SearchedPassages, StageId } from '../../contract/result';
import type { StoragePort } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { mean } from '../../domain/measures/score';
import { modelsOfSystem } from '../../domain/experiment/parts';
import type { ModelSpec } from '../../domain/experiment/retrievers';

type Rates = Readonly<Record<string, number>>;

const SEARCHING: ReadonlySet<StageId> = new Set(['lexical-search', 'dense-search']);

/** Stages that read passages: their work grows with the tokens of each. */
const READING: ReadonlySet<StageId> = new Set(['lexical-index', 'passage-vectors', 'rerank']);

const MODEL_KINDS: Partial<Record<StageId, ModelSpec['kind']>> = {
  'passage-vectors': 'dense',
  rerank: 'cross-encoder',
};

export const TYPICAL: Partial<Record<StageId, number>> = {
  'lexical-index': 2e-6,
  'lexical-search': 2.5e-7,
  'passage-vectors': 1e-5,
  'dense-search': 4e-7,
  learn: 0.03,
  rerank: 2.5e-5,
};

/** What a passage costs beside its tokens, in tokens: calls, batches and padding. */
const TOKENS_BESIDE = 32;
/** What a search costs beside the passages that it looks at, in passages. */
const PASSAGES_BESIDE = 1000;

/** Characters in a token of a multilingual subword vocabulary: few where a character is a syllable or a word. */
const CHARACTERS = { dense: 1.5, other: 4.5 };
const DENSE_SCRIPTS: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

const SETTING = 'work-rates';

export async function readRates(storage: StoragePort): Promise<Rates> {
  return ((await storage.settings.get(SETTING)) as Rates | undefined) ?? {};
}

export function rateKey(stage: StageId, spec: ExperimentSpec): string {
  const models = modelsOf(stage, spec).map(({ model, device }) => `${model} ${device}`);
  return [stage, ...new Set(models.sort())].join('|');
}

export type Passages = Pick<SearchedPassages, 'passages' | 'characters'>;

/** Tokens of an average passage where passages are read, passages where they are searched; else 1. */
export function workPerItem(
  stage: StageId,
  { passages, characters }: Passages,
  languages: readonly LanguageShare[],
  spec: ExperimentSpec,
): number {
  if (SEARCHING.has(stage)) return PASSAGES_BESIDE + passages;
  if (!READING.has(stage)) return 1;
  const most = Math.max(0, ...modelsOf(stage, spec).map(({ maxTokens }) => maxTokens)) || Infinity;
  const dense = languages.reduce((sum, { language, share }) => sum + (DENSE_SCRIPTS.has(language) ? share : 0), 0);
  const tokensPerCharacter = dense / CHARACTERS.dense + (1 - dense) / CHARACTERS.other;
  return TOKENS_BESIDE + Math.min(most, (characters / Math.max(1, passages)) * tokensPerCharacter);
}

/** Geometric mean of kept and seen: one run of a busy machine does not spoil the estimate. @param perItem seconds */
export async function rememberRates(
  storage: StoragePort,
  spec: ExperimentSpec,
  searched: readonly Passages[],
  languages: readonly LanguageShare[],
  perItem: Partial<Record<StageId, number>>,
): Promise<void> {
  const kept = await readRates(storage);
  const seen = Object.entries(perItem).map(([id, seconds]) => {
    const [stage, key] = [id as StageId, rateKey(id as StageId, spec)];
    const rate = seconds / workPerItem(stage, averaged(searched), languages, spec);
    return [key, Math.sqrt(rate * (kept[key] ?? rate))];
  });
  await storage.settings.put(SETTING, { ...kept, ...Object.fromEntries(seen) });
}

const averaged = (chunkings: readonly Passages[]): Passages => ({
  passages: mean(chunkings.map(({ passages }) => passages)),
  characters: mean(chunkings.map(({ characters }) => characters)),
});

function modelsOf(stage: StageId, { systems }: ExperimentSpec): ModelSpec[] {
  const models = groupBy(systems.flatMap(modelsOfSystem), ({ kind }) => kind);
  const kind = MODEL_KINDS[stage];
  return kind ? [...(models.get(kind) ?? [])] : [];
}
