import type { ResultRecord } from '../../contract/result';
import { canBeGated, measuresGates } from '../../workbench/inspect/can-be-gated';
import type { Workbench } from '../../workbench/workbench';

/** Every gate on reranking of each system that reranks all questions, at each k and by each measure. */
export async function weakRetrievalJson({ inspect }: Workbench, result: ResultRecord): Promise<string> {
  const systems = [];
  for (const system of result.spec.systems.filter((each) => canBeGated(result, each)))
    for (const measure of result.spec.measures.filter(measuresGates))
      for (const k of result.spec.ks) {
        const gates = await inspect.weakRetrieval(result, { system: system.id, measure, k });
        if (gates) systems.push({ system: system.id, measure, k, ...gates });
      }
  return `${JSON.stringify({ schema: 1, systems }, null, 2)}\n`;
}
