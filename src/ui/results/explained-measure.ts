import type { MeasureDefinition } from '../../domain/measures/measure';

/** What the help of a column shows. */
export type ExplainedMeasure = Pick<MeasureDefinition, 'name' | 'label' | 'summary' | 'explanation' | 'better'>;
