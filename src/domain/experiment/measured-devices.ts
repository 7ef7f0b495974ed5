import type { ModelCard } from '../models/configuration';
import type { ExperimentSpec } from './experiment';
import { withModels } from './parts';

/** The same experiment with every model on the device that its card has; a model without a card stays where it is. */
export const onMeasuredDevices = (spec: ExperimentSpec, cards: readonly ModelCard[]): ExperimentSpec => ({
  ...spec,
  systems: spec.systems.map((system) =>
    withModels(system, (model) => {
      const device = cards.find(({ id }) => id === model.model)?.device;
      return device === undefined ? model : { ...model, device };
    }),
  ),
});
