import type { ResultRecord } from '../../contract/result';
import type { Ports } from '../kernel/ports';
import type { LabSession } from './lab';

/** Opens the lab of a result, one at a time: another closes the former. */
export function labOpener(ports: Ports) {
  let lab: Promise<LabSession | null> = Promise.resolve(null);
  return (result: ResultRecord, lists: readonly string[]) => {
    const opening = lab.then(async (former) => {
      await former?.close();
      const { openLab } = await import('./lab');
      return openLab(ports, result, lists);
    });
    lab = opening.catch(() => null);
    return opening;
  };
}
