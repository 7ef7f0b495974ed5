import type { Remarks } from './remarks';
import type { Finding, RerankingOffer } from './repository';
import type { Source } from './source';
import { labelsOf } from './task';

const RELEVANT = /^(?:relevant|yes|true|positive|match|entailment|1)$/i;
const IRRELEVANT = /^(?:irrelevant|not[ _-]?relevant|no|false|negative|no[ _-]?match|not[ _-]entailment|0)$/i;

/**
 * How the logits of a classifier become a score: the only one; or of two that of the label that means relevant less the
 * other's, since a logit alone says nothing of a pair that both labels suit.
 */
export function rerankingOf(source: Source, remarks: Remarks): RerankingOffer {
  const labels = labelsOf(source);
  const from =
    source.config['id2label'] === undefined ? 'config.json, which names no labels' : 'config.json (id2label)';
  if (labels.length === 1)
    return {
      logit: { value: 'only', from, certainty: 'stated' },
      relevant: { value: 0, from, certainty: 'stated' },
    };
  return { logit: { value: 'difference', from, certainty: 'stated' }, relevant: relevantOf(labels, from, remarks) };
}

function relevantOf(labels: readonly string[], from: string, remarks: Remarks): Finding<0 | 1> {
  const named = `“${labels.join('” and “')}”`;
  if (labels.some((label) => /^(?:positive|negative|(?:not[ _-])?entailment)$/i.test(label)))
    remarks.warn(`Its labels are ${named}: it may judge moods or conclusions, and not whether a passage answers.`);
  const place = labels.findIndex((label) => RELEVANT.test(label));
  if (place >= 0) return { value: place === 0 ? 0 : 1, from, certainty: 'stated' };
  const other = labels.findIndex((label) => IRRELEVANT.test(label));
  if (other >= 0) return { value: other === 0 ? 1 : 0, from, certainty: 'stated' };
  remarks.warn(`Its labels are ${named}, and nothing says which of them means relevant: the second is assumed.`);
  return { value: 1, from: 'nothing says it', certainty: 'assumed' };
}
