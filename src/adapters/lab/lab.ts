import { refusedAs } from '../../contract/errors';
import type { LabApi } from '../../contract/workers';
import { FusionLab } from '../../domain/lab/lab';
import { drawMap, type LabStep, mapPlan } from '../../domain/lab/map';
import { tune } from '../../domain/lab/tune';

const REPORTED_EVERY = 60;

export function createLab(): LabApi {
  let lab: FusionLab | null = null;
  let turn = 0;

  const opened = (): FusionLab => {
    if (!lab) throw new Error('the fusion lab is used before it is opened');
    return lab;
  };

  async function drive<Result>(search: Generator<LabStep, Result>, progress: (step: LabStep) => void) {
    const own = ++turn;
    let reported = 0;
    for (;;) {
      const next = search.next();
      if (next.done) return next.value;
      if (performance.now() - reported > REPORTED_EVERY) {
        reported = performance.now();
        progress(next.value);
      }
      await answered();
      if (own !== turn) return null;
    }
  }

  return {
    async open(input) {
      turn++;
      lab = new FusionLab(input);
    },
    read: (move) => refusedAs('lab-refused', async () => opened().read(move)),
    map: (request, progress) =>
      refusedAs('lab-refused', async () => {
        const plan = mapPlan(request.setting);
        if (!plan) throw new RangeError('this method has nothing to vary');
        const map = await drive(drawMap(opened(), plan, request), progress);
        return map && { ...map, plan, request };
      }),
    tune: (request, progress) => refusedAs('lab-refused', () => drive(tune(opened(), request), progress)),
    async stop() {
      turn++;
    },
  };
}

/** Lets the worker take what waits for it. A message, unlike a timer, is not held back. */
function answered(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
