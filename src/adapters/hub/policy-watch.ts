/** How long a browser may take to tell the page what it refused. */
const TOLD_WITHIN_MS = 50;

/**
 * Tells requests that the page's policy refused from those that failed otherwise, which look alike to who made them.
 * Begun before the request.
 */
export function watchPolicy() {
  let refused: string | null = null;
  const onViolation = (event: Event): void => {
    refused = (event as SecurityPolicyViolationEvent).effectiveDirective;
  };
  // Node has no such events, and no policy.
  const isWatched = typeof globalThis.addEventListener === 'function';
  if (isWatched) globalThis.addEventListener('securitypolicyviolation', onViolation);
  return {
    /** The directive that refused something since; null where none did. */
    refusal: async (): Promise<string | null> => {
      if (isWatched && refused === null) await new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS));
      return refused;
    },
    end: (): void => {
      if (isWatched) globalThis.removeEventListener('securitypolicyviolation', onViolation);
    },
  };
}
