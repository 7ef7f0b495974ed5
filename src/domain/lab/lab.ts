import { valueOf } from '../../base/containers';
import { DEFAULT_RESAMPLES, DEFAULT_SEED, significant } from '../statistics/significant';
import { foldsOf } from '../ltr/folds';
import { aggregate } from '../measures/score';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import type { FusionSpec } from '../fusion/fusion-spec';
import { canonicalJson } from '../../base/hash';
import { differenceOf, type LabDifference, paired } from './figure';
import { type LabInput, type LabQuestion, labQuestions } from './questions';
import { fusionOf, isTrained, type LabSetting, METHODS } from '../fusion/method-settings';
import { normSpec } from '../fusion/method';
import { Resamples } from './resamples';
import { FusionScorer } from './scorer';
import { crossFitted } from './trained';

const MAX = 100_000;

export class Rounding {
  private readonly known = new Map<number, number>();

  of(values: Float64Array): Float64Array {
    const rounded = new Float64Array(values.length);
    for (let i = 0; i < values.length; i++) rounded[i] = this.one(values[i]!);
    return rounded;
  }

  private one(value: number): number {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const rounded = significant([value])[0]!;
    if (this.known.size >= MAX) this.known.clear();
    this.known.set(value, rounded);
    return rounded;
  }
}

/** Folds wherever something is chosen on some questions and measured on others. */
export const FOLDS = 5;

/** With fewer questions a fold would be one question or none. */
export const MIN_QUESTIONS = 10;

export interface LabMove {
  readonly setting: LabSetting;
  readonly baseline: string;
  readonly measure: string;
}

export interface LabEvaluation {
  readonly measures: Readonly<Record<string, LabMeasure>>;
  readonly values: Float64Array;
}

export interface LabMeasure {
  readonly mean: number;
  readonly baseline: number;
  /** Null for a measure that is no mean over questions. */
  readonly difference: LabDifference | null;
}

export class FusionLab {
  readonly questions: readonly LabQuestion[];
  readonly resamples: Resamples;
  private readonly scorer: FusionScorer;
  private readonly rounding = new Rounding();
  private readonly baselines = new Map<string, Float64Array>();
  private readonly compared: readonly string[];
  private folded: Int32Array | null = null;
  private trained: { readonly key: string; readonly specOf: (question: number) => FusionSpec } | null = null;

  /** @throws {RangeError} if a list has a document twice, or a score that is not a finite number */
  constructor(
    readonly input: LabInput,
    resamples = DEFAULT_RESAMPLES,
  ) {
    this.questions = labQuestions(input);
    this.resamples = new Resamples(DEFAULT_SEED, resamples);
    this.scorer = new FusionScorer(this.questions, input);
    this.compared = input.measures.filter((text) => definitionOf(measureOf(text)).aggregate === 'mean');
  }

  /** Decided by ids and seed alone. */
  get folds(): Int32Array {
    return (this.folded ??= this.foldsBy(DEFAULT_SEED));
  }

  /** @throws {RangeError} for fewer questions than {@link MIN_QUESTIONS} */
  foldsBy(seed: number): Int32Array {
    if (this.questions.length < MIN_QUESTIONS)
      throw new RangeError(
        `${this.questions.length} questions: choosing on some and measuring on others needs ${MIN_QUESTIONS}`,
      );
    const ids = this.questions.map(({ id }) => id);
    return foldsOf(ids, FOLDS, seed);
  }

  /** Without an interval: a setting found by moving sliders has one only from its map. */
  read({ setting, baseline, measure }: LabMove): LabEvaluation {
    const texts = this.input.measures;
    const values = this.values(setting, texts);
    const rows = new Map(this.compared.map((text) => [text, this.rounding.of(values[texts.indexOf(text)]!)]));
    const measures = Object.fromEntries(
      texts.map((text, m) => {
        const row = rows.get(text);
        const difference = row ? differenceOf(paired(row, this.baseline(baseline, text))) : null;
        const found = this.baselineValues(baseline, text);
        return [text, { mean: aggregateOf(text, values[m]!), baseline: aggregateOf(text, found), difference }];
      }),
    );
    return { measures, values: values[texts.indexOf(measure)]! };
  }

  values(setting: LabSetting, measures: readonly string[]): Float64Array[] {
    return this.scorer.score(isTrained(setting.method) ? this.crossFitted(setting) : fusionOf(setting), measures);
  }

  rounded(setting: LabSetting, measure: string): Float64Array {
    return this.rounding.of(this.values(setting, [measure])[0]!);
  }

  /** Values of a system with twelve significant digits. */
  baseline(system: string, measure: string): Float64Array {
    return valueOf(this.baselines, `${measure} ${system}`, () =>
      this.rounding.of(this.baselineValues(system, measure)),
    );
  }

  private baselineValues(system: string, measure: string): Float64Array {
    const values = this.input.systems.find(({ id }) => id === system)?.values[measure];
    if (!values) throw new RangeError(`“${system}” has no values of ${measure}`);
    return values;
  }

  private crossFitted(setting: LabSetting): (question: number) => FusionSpec {
    const { method, norm, lowest, segments, window } = setting;
    const own = METHODS[method].numbers.map((name) => (name === 'segments' ? segments : window));
    const key = canonicalJson([method, METHODS[method].norm ? normSpec(norm, lowest) : null, own]);
    if (this.trained?.key !== key)
      this.trained = { key, specOf: crossFitted(setting, this.questions, this.folds, this.input.relevance) };
    return this.trained.specOf;
  }
}

const aggregateOf = (text: string, values: Float64Array): number => aggregate(measureOf(text), values);
