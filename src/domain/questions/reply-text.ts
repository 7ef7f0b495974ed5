/**
 * A reply without what a model wrote before it to itself: some put their thoughts between `<think>` and `</think>`, and
 * a chat template may have opened them in the prompt. Thoughts that never end leave nothing: there was no reply.
 */
export function withoutThinking(reply: string): string {
  const end = reply.lastIndexOf('</think>');
  const after = end < 0 ? reply : reply.slice(end + '</think>'.length);
  const open = after.indexOf('<think>');
  return (open < 0 ? after : after.slice(0, open)).trim();
}
