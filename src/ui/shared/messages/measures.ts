import type { MeasureName } from '../../../domain/measures/registry';

interface MeasureText {
  readonly label: string;
  readonly summary: string;
  readonly formula: string;
  readonly rewards: string;
  readonly avoid: string;
}

const COUNTED = 'To compare systems: it says what the measures rest on.';

/** `unjudged` is the column of unjudged passages, which differs from Hole@k where lists are shorter than k. */
export const measureTexts = {
  HitRate: {
    label: 'Hit Rate',
    summary: 'Share of questions with a relevant document among the first k.',
    formula: '1 if one of the first k documents is relevant, else 0',
    rewards: 'Finding anything relevant at all within the first k.',
    avoid: 'Where an answer needs several documents, or their order matters: one hit at place k is as good as k hits.',
  },
  MRR: {
    label: 'MRR',
    summary: 'Mean of 1 / rank of the first relevant document, 0 where it is beyond k.',
    formula: '1 ÷ rank of the first relevant document; 0 where it is beyond k or missing',
    rewards: 'Putting one relevant document as high as possible.',
    avoid: 'Where more than the first relevant document matters: whatever comes after it is ignored.',
  },
  P: {
    label: 'Precision',
    summary: 'Share of the first k places that hold a relevant document.',
    formula: 'relevant documents among the first k ÷ k',
    rewards: 'Filling the first k places with relevant documents, in any order.',
    avoid: 'Where questions have fewer than k relevant documents: even a perfect ranking then stays below 1.',
  },
  Recall: {
    label: 'Recall',
    summary: 'Share of the relevant documents that are among the first k.',
    formula: 'relevant documents among the first k ÷ all relevant documents',
    rewards: 'Finding all that is relevant within the first k, in any order.',
    avoid: 'Where questions have more than k relevant documents: even a perfect ranking then stays below 1.',
  },
  F1: {
    label: 'F1',
    summary: 'Harmonic mean of precision and recall at k.',
    formula: '2 · P@k · Recall@k ÷ (P@k + Recall@k)',
    rewards: 'Precision and recall at once: the lower of the two counts most.',
    avoid: 'To tell which of the two is lacking, or where the order within the first k matters.',
  },
  RecallCapped: {
    label: 'Capped Recall',
    summary: 'Recall among the first k, divided by what k places can hold.',
    formula: 'relevant documents among the first k ÷ min(k, all relevant documents)',
    rewards: 'Finding as much of what is relevant as k places can hold.',
    avoid: 'To compare different k: its divisor changes with k, so that it can fall as k grows.',
  },
  MAP: {
    label: 'MAP',
    summary: 'Precision at each relevant document, averaged over all relevant documents.',
    formula: '(1 ÷ R) · Σ P@i over the ranks i ≤ k of relevant documents; R = all relevant documents',
    rewards: 'Ranking all relevant documents above the others.',
    avoid: 'Where grades differ, or where many relevant documents were never judged.',
  },
  MAPmin: {
    label: 'MAP (min)',
    summary: 'MAP@k divided by what k places can hold, instead of all relevant documents.',
    formula: '(1 ÷ min(k, R)) · Σ P@i over the ranks i ≤ k of relevant documents; R = all relevant documents',
    rewards: 'Filling the first k places with relevant documents, the first places most.',
    avoid: 'To compare with published MAP@k of trec_eval, which divides by R, or to compare different k.',
  },
  nDCG: {
    label: 'nDCG',
    summary: 'Grades, discounted by rank, as a share of what the ideal ranking has.',
    formula: 'DCG@k ÷ DCG@k of the ideal ranking, DCG@k = Σ gradeᵢ ÷ log₂(i + 1) over i ≤ k',
    rewards: 'Higher grades above lower ones, all the more at the first places.',
    avoid: 'Where the steps between grades mean nothing, or to compare with nDCG of gain 2^grade − 1 (nDCGexp).',
  },
  nDCGexp: {
    label: 'nDCG (exp)',
    summary: 'nDCG with the gain 2^grade − 1, which lets the highest grades decide.',
    formula: 'DCG@k ÷ DCG@k of the ideal ranking, DCG@k = Σ (2^gradeᵢ − 1) ÷ log₂(i + 1) over i ≤ k',
    rewards: 'The highest grades at the first places, far more than lower grades.',
    avoid: 'To compare with trec_eval, BEIR or MTEB, whose nDCG has linear gain (nDCG).',
  },
  RPrec: {
    label: 'R-Precision',
    summary: 'Precision at R, the number of relevant documents of the question.',
    formula: 'relevant documents among the first R ÷ R; R = all relevant documents',
    rewards: 'Relevant documents within as many places as there are relevant documents.',
    avoid: 'Where a reader sees a fixed number of places: its depth differs from question to question.',
  },
  bpref: {
    label: 'bpref',
    summary: 'How seldom documents judged as not relevant stand above relevant ones; unjudged ones are passed over.',
    formula: '(1 ÷ R) · Σ 1 − min(n, R) ÷ min(N, R) over relevant documents found; n of N judged as not relevant above',
    rewards: 'Relevant documents above those that were judged as not relevant.',
    avoid: 'Where only relevant documents were judged: it is then just the share of them that was retrieved.',
  },
  RBP: {
    label: 'RBP',
    summary: 'Share of relevant documents among those that a reader of persistence p looks at.',
    formula: '(1 − p) · Σ pⁱ⁻¹ over the ranks i ≤ k of relevant documents',
    rewards: 'Relevant documents at the first places, for a reader who continues with probability p.',
    avoid: 'Without its residual where much is unjudged, or where 1 should mean a perfect ranking.',
  },
  RBPgraded: {
    label: 'RBP (graded)',
    summary: 'RBP that counts each document with its share of the highest grade.',
    formula: '(1 − p) · Σ (gradeᵢ ÷ highest grade) · pⁱ⁻¹ over i ≤ k',
    rewards: 'High grades at the first places, for a reader who continues with probability p.',
    avoid: 'Across collections with different scales of grades, or where much is unjudged.',
  },
  RBPresidual: {
    label: 'RBP residual',
    summary: 'How much higher RBP could be if all unjudged documents were relevant.',
    formula:
      'pⁿ + (1 − p) · Σ pⁱ⁻¹ over the ranks i of unjudged documents; n documents retrieved, 1 for a question without results',
    rewards: 'Nothing: it says how uncertain RBP is because documents are unjudged or the list ends.',
    avoid: 'To compare rankings; read it beside RBP.',
  },
  ERR: {
    label: 'ERR',
    summary: 'Expected 1 / rank at which a reader is satisfied, the likelier the higher the grade.',
    formula: 'Σ (1 ÷ i) · Sᵢ · Π (1 − Sⱼ) over i ≤ k and j < i, S = (2^grade − 1) ÷ 2^(highest grade)',
    rewards: 'One document of a high grade as high as possible; what follows it counts little.',
    avoid: 'Where a question needs several documents, or across collections with different scales of grades.',
  },
  Judged: {
    label: 'Judged',
    summary: 'Share of the first k places that hold a judged document, relevant or not.',
    formula: 'judged documents among the first k ÷ k',
    rewards: 'Nothing about quality: it says how much of the other measures rests on judgments.',
    avoid: 'To compare systems; a low value warns that the others may be too low.',
  },
  Hole: {
    label: 'Hole',
    summary: 'Share of the first k places that hold an unjudged document.',
    formula: 'unjudged documents among the first k ÷ k',
    rewards: 'Nothing about quality: it says how many documents count as not relevant because nobody looked.',
    avoid: 'To compare systems; a high value warns that a system was not part of the judging.',
  },
  infAP: {
    label: 'infAP',
    summary: 'Average precision, estimated from judgments of a sample of the pool.',
    formula: '(1 ÷ R) · Σ expected precision at the rank of each relevant document found',
    rewards: 'As MAP: relevant documents above the others.',
    avoid: 'Where the judgments are no random sample of a pool: take MAP or bpref.',
  },
  '11pt_avg': {
    label: '11-point P',
    summary: 'Interpolated precision, averaged over the recall levels 0, 0.1, …, 1.',
    formula: '(1 ÷ 11) · Σ interpolated precision at recall 0, 0.1, …, 1',
    rewards: 'High precision at all levels of recall.',
    avoid: 'In new work, other than to compare with old results: MAP says the same without interpolation.',
  },
  iprec_at_recall: {
    label: 'Interpolated P',
    summary: 'Highest precision at any depth that finds at least this share of the relevant documents.',
    formula: 'max P@i over the ranks i with Recall@i ≥ r',
    rewards: 'Reaching the recall r with few documents in between.',
    avoid: 'For questions with few relevant documents: many levels of recall then ask for the same document.',
  },
  set_P: {
    label: 'Set Precision',
    summary: 'Share of all retrieved documents that are relevant.',
    formula: 'relevant documents retrieved ÷ documents retrieved',
    rewards: 'Retrieving nothing that is not relevant.',
    avoid: 'For rankings of a fixed length: that length decides it, and the order does not count.',
  },
  set_recall: {
    label: 'Set Recall',
    summary: 'Share of the relevant documents that were retrieved at all.',
    formula: 'relevant documents retrieved ÷ all relevant documents',
    rewards: 'Retrieving all that is relevant, at any place.',
    avoid: 'To compare lists of different lengths: a longer list can only gain.',
  },
  set_F: {
    label: 'Set F1',
    summary: 'Harmonic mean of precision and recall of all retrieved documents.',
    formula: '2 · set_P · set_recall ÷ (set_P + set_recall)',
    rewards: 'Retrieving what is relevant and nothing else.',
    avoid: 'For rankings of a fixed length: that length decides it, and the order does not count.',
  },
  set_map: {
    label: 'Set MAP',
    summary: 'Precision times recall of all retrieved documents.',
    formula: 'set_P · set_recall',
    rewards: 'Retrieving what is relevant and nothing else.',
    avoid: 'For rankings: the order does not count.',
  },
  gm_map: {
    label: 'GMAP',
    summary: 'Geometric mean of average precision, in which the hardest questions weigh most.',
    formula: '(Π max(average precision, 10⁻⁵))^(1 ÷ number of questions)',
    rewards: 'Improving the questions that are answered worst.',
    avoid: 'Where some questions have no relevant document: each pulls it down, whatever the system does.',
  },
  gm_bpref: {
    label: 'GM bpref',
    summary: 'Geometric mean of bpref, in which the hardest questions weigh most.',
    formula: '(Π max(bpref, 10⁻⁵))^(1 ÷ number of questions)',
    rewards: 'Improving the questions that are answered worst.',
    avoid: 'Where only relevant documents were judged, or some questions have none.',
  },
  num_q: {
    label: 'Questions',
    summary: 'Number of questions that count.',
    formula: '1 for each question',
    rewards: 'Nothing.',
    avoid: COUNTED,
  },
  num_ret: {
    label: 'Retrieved',
    summary: 'Number of documents retrieved.',
    formula: 'documents in the ranking',
    rewards: 'Nothing.',
    avoid: COUNTED,
  },
  num_rel: {
    label: 'Relevant',
    summary: 'Number of relevant documents in the judgments.',
    formula: 'relevant documents in the judgments, retrieved or not',
    rewards: 'Nothing.',
    avoid: COUNTED,
  },
  num_rel_ret: {
    label: 'Relevant found',
    summary: 'Number of relevant documents retrieved.',
    formula: 'relevant documents in the ranking',
    rewards: 'Retrieving all that is relevant, at any place.',
    avoid: 'To compare lists of different lengths: a longer list can only gain.',
  },
  num_nonrel_judged_ret: {
    label: 'Not relevant found',
    summary: 'Number of retrieved documents that are judged as not relevant.',
    formula: 'documents in the ranking that are judged and not relevant',
    rewards: 'Nothing.',
    avoid: COUNTED,
  },
  SpanRecall: {
    label: 'Span Recall',
    summary: 'Share of the relevant text that was retrieved, in characters; chars and tokens are a budget of text.',
    formula: 'relevant characters retrieved ÷ relevant characters',
    rewards: 'Finding the text that answers, with as little other text before it as the budget allows.',
    avoid: 'Where whole documents are judged: most of the text of a judged document need not answer.',
  },
  SpanPrecision: {
    label: 'Span Precision',
    summary: 'Share of the text retrieved that is relevant, in characters; text that passages share counts twice.',
    formula:
      'relevant characters retrieved ÷ characters retrieved, those of overlapping passages as often as retrieved',
    rewards: 'Retrieving little text besides what answers.',
    avoid: 'To compare budgets: short answers cannot fill a large one, and its highest value falls.',
  },
  SpanIoU: {
    label: 'Span IoU',
    summary: 'Relevant text retrieved, as a share of all text that is relevant or was retrieved, in characters.',
    formula: 'relevant characters retrieved ÷ (characters retrieved + relevant characters that were not)',
    rewards: 'Retrieving what answers and nothing else.',
    avoid: 'To compare budgets, as Span Precision; or where only finding the answer matters.',
  },
  unjudged: {
    label: 'Unjudged',
    summary: 'Share of the passages retrieved within k that nobody judged.',
    formula: 'unjudged passages within k ÷ passages retrieved within k, over all questions; Hole@k divides by k',
    rewards: 'Nothing about quality: it says how many passages count as not relevant because nobody looked.',
    avoid: 'To compare systems; a high value warns that a system was not part of the judging.',
  },
} as const satisfies Record<MeasureName | 'unjudged', MeasureText>;
