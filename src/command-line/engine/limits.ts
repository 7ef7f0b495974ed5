import { CommandRefusal } from '../../ui/command-line/command-progress';
import { protocolOf } from './connect';
import { engineProblems as words } from './texts';
import type { AskedEngine, EngineIndex } from './types';

/** @throws {CommandRefusal} where vectors are longer than the engine takes */
export function checkLimits(engine: AskedEngine, { fields }: EngineIndex): void {
  const { limits } = protocolOf(engine);
  const refused = fields.flatMap((field) => {
    if (field.kind !== 'vector') return [];
    const most = field.graph ? limits.graph : limits.exact;
    const { dimensions, graph } = field;
    return dimensions > most ? [words.tooWide(engine, dimensions, most, graph !== null)] : [];
  });
  if (refused.length > 0) throw new CommandRefusal(refused);
}
