import type { ReplyFailure } from '../../workbench/models/generation';
import { counted, plural } from '../shared/format';

export const FAILURE_LABELS: Readonly<Record<ReplyFailure, string>> = {
  'too-long': 'the prompt is longer than the model takes, so nothing was written',
  unreadable: 'the reply could not be read',
};

export function shortcomings(
  { reused, fewer, cut }: { readonly reused: number; readonly fewer: number; readonly cut: number },
  what: string,
): string[] {
  const replies = (number: number): string => `${counted(number, 'reply', 'replies')} ${plural(number, 'was', 'were')}`;
  return [
    reused > 0 ? `${replies(reused)} kept from before and not written again.` : '',
    fewer > 0 ? `For ${counted(fewer, what)} fewer came than were asked for.` : '',
    cut > 0 ? `${replies(cut)} stopped by the limit of tokens: what was whole was taken.` : '',
  ].filter((text) => text !== '');
}
