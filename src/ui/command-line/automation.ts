import type { ResultRecord } from '../../contract/result';
import { isAbort } from '../../contract/errors';
import { buildExperiment, DEFAULT_SETTINGS } from '../../domain/experiment/settings';
import { typedJson } from '../../base/typed-json';
import type { Workbench } from '../../workbench/workbench';
import { sampleVerdict } from '../findings/sample-verdict';
import type { EvaluationRequest } from './command';
import { type CommandStep, refusalSentences, type OutputContext } from './command-progress';
import { evaluate, type Evaluated } from './evaluation';
import type { GivenFile } from './given-files';
import { type PageServing, pageServing } from './serving';

export type AutomationOutcome =
  | ({ readonly ok: true } & Evaluated)
  | {
      readonly ok: false;
      readonly problems: readonly string[];
      /** What was computed is kept. */
      readonly cancelled?: true;
    };

export interface Automation {
  evaluate(
    files: readonly GivenFile[],
    request: EvaluationRequest,
    progress: (step: CommandStep) => void,
    write: OutputContext['write'],
  ): Promise<AutomationOutcome>;
  /** Ends {@link evaluate}, which keeps what was computed. */
  cancel(): void;
  /** Makes what an engine elsewhere searches by; ended by {@link cancel}. */
  readonly serving: PageServing;
  sampleResult(): Promise<ShippedSample>;
}

type ShippedSample = Awaited<ReturnType<typeof sampleResult>>;

export function createAutomation(workbench: Workbench): Automation {
  const abort = new AbortController();
  return {
    async evaluate(files, request, progress, write) {
      try {
        const context = { signal: abort.signal, progress, write };
        return { ok: true, ...(await evaluate(workbench, files, request, context)) };
      } catch (error) {
        if (abort.signal.aborted && isAbort(error)) return { ok: false, problems: [], cancelled: true };
        const problems = refusalSentences(error);
        if (problems) return { ok: false, problems };
        throw error;
      }
    },
    cancel: () => abort.abort(),
    serving: pageServing(workbench, abort.signal),
    sampleResult: () => sampleResult(workbench),
  };
}

async function sampleResult(workbench: Workbench) {
  const [sample] = await workbench.collections.list();
  if (!sample) throw new Error('The sample is not there.');
  const { languages } = sample.summary;
  const sources = { documents: true, languages, runs: [], supplied: [] };
  const spec = buildExperiment(DEFAULT_SETTINGS, await workbench.models.refresh(), sources);
  const context = { signal: new AbortController().signal, progress: () => undefined, timed: true };
  const result: ResultRecord = await workbench.runs.run(sample.id, spec, context);
  const shipped = typedJson({ ...result, shipped: true });
  return { result: shipped, verdict: await sampleVerdict(workbench, result, sample.counts.docs) };
}
