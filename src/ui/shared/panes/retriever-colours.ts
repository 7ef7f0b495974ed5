import { NO_PARTS } from '../../../domain/experiment/parts';
import type { SystemSpec } from '../../../domain/experiment/experiment';
import { readableName } from '../system-names';

/** Readable names of the retrievers of a system. */
export const retrieverNames = ({ retrievers }: SystemSpec): string[] =>
  retrievers.map((retriever) => readableName({ id: '', ...NO_PARTS, retrievers: [retriever] }, true));

/** Custom properties of the colours of a system's retrievers: a system of the same retriever alone lends its own. */
export const retrieverColours = (
  { retrievers }: SystemSpec,
  systems: readonly SystemSpec[],
  variable: (system: string) => string,
): string[] =>
  retrievers.map((retriever, i) => {
    const alone = systems.find(
      (system) =>
        system.retrievers.length === 1 &&
        !system.rerank &&
        !system.learned &&
        JSON.stringify(system.retrievers[0]) === JSON.stringify(retriever),
    );
    return alone ? variable(alone.id) : `--sys-${(i % 12) + 1}`;
  });
