import { ANZ } from './methods/anz';
import { ARITHMETIC_MEAN } from './methods/arithmetic-mean';
import { BAYESFUSE } from './methods/bayesfuse';
import { BORDAFUSE } from './methods/bordafuse';
import { CONDORCET } from './methods/condorcet';
import { GEOMETRIC_MEAN } from './methods/geometric-mean';
import { GMNZ } from './methods/gmnz';
import { HARMONIC_MEAN } from './methods/harmonic-mean';
import { ISR } from './methods/isr';
import { LOG_ISR } from './methods/log-isr';
import { LOGN_ISR } from './methods/logn-isr';
import { MAPFUSE } from './methods/mapfuse';
import { MAX } from './methods/max';
import { MED } from './methods/med';
import { MIN } from './methods/min';
import { MIXED } from './methods/mixed';
import { MNZ } from './methods/mnz';
import { POSFUSE } from './methods/posfuse';
import { PROBFUSE } from './methods/probfuse';
import { RBC } from './methods/rbc';
import { RRF } from './methods/rrf';
import { SEGFUSE } from './methods/segfuse';
import { SLIDEFUSE } from './methods/slidefuse';
import { SUM } from './methods/sum';
import { W_BORDAFUSE } from './methods/w-bordafuse';
import { W_CONDORCET } from './methods/w-condorcet';
import { WMNZ } from './methods/wmnz';
import { WSUM } from './methods/wsum';

/** One line a method, in the order in which they are offered. */
export const FUSIONS = {
  wsum: WSUM,
  'arithmetic-mean': ARITHMETIC_MEAN,
  'geometric-mean': GEOMETRIC_MEAN,
  'harmonic-mean': HARMONIC_MEAN,
  wmnz: WMNZ,
  mixed: MIXED,
  sum: SUM,
  mnz: MNZ,
  gmnz: GMNZ,
  anz: ANZ,
  max: MAX,
  med: MED,
  min: MIN,
  rrf: RRF,
  isr: ISR,
  'log-isr': LOG_ISR,
  'logn-isr': LOGN_ISR,
  rbc: RBC,
  'w-bordafuse': W_BORDAFUSE,
  bordafuse: BORDAFUSE,
  'w-condorcet': W_CONDORCET,
  condorcet: CONDORCET,
  bayesfuse: BAYESFUSE,
  mapfuse: MAPFUSE,
  posfuse: POSFUSE,
  probfuse: PROBFUSE,
  segfuse: SEGFUSE,
  slidefuse: SLIDEFUSE,
};
