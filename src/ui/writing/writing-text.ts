import type { ReplyFailure } from '../../engine/models/generation';
import { count, counted } from '../shared/format';

/** What is told of texts that a model of this machine wrote. */

export const FAILURE_LABELS: Readonly<Record<ReplyFailure, string>> = {
  'too-long': 'the prompt is longer than the model takes, so nothing was written',
  unreadable: 'the reply could not be read',
};

/** `12 of 40 passages, 1 of them without what was asked for` */
export const progressText = (done: number, total: number, what: string, failed: number): string =>
  `${count(done)} of ${counted(total, what)}${failed > 0 ? `, ${count(failed)} of them without what was asked for` : ''}`;

/** What did not go as it was asked, in sentences; none where all did. */
export function shortcomings(
  { reused, fewer, cut }: { readonly reused: number; readonly fewer: number; readonly cut: number },
  what: string,
): string[] {
  return [
    reused > 0
      ? `${counted(reused, 'reply', 'replies')} ${reused === 1 ? 'was' : 'were'} kept from before and not written again.`
      : '',
    fewer > 0 ? `For ${counted(fewer, what)} fewer came than were asked for.` : '',
    cut > 0
      ? `${counted(cut, 'reply', 'replies')} ${cut === 1 ? 'was' : 'were'} stopped by the limit of tokens: what stood whole was taken.`
      : '',
  ].filter((text) => text !== '');
}
