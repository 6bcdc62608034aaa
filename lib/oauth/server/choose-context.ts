import type { GrantContext } from "./consent-query";

export interface EarlierContexts {
  ofApp: readonly string[];
  ofOthers: readonly string[];
}

/**
 * Prefers where this app, then the person's other apps, already have a grant. Next comes a single organization, because
 * a token for a personal area without rooms is useless. Among several the personal area concerns no one else.
 */
export function chooseContext(contexts: readonly GrantContext[], { ofApp, ofOthers }: EarlierContexts): string | null {
  const isOffered = (billingEntityId: string) =>
    contexts.some((context) => context.billingEntityId === billingEntityId);
  const earlier = [...ofApp, ...ofOthers].find(isOffered);
  const organizations = contexts.filter(({ kind }) => kind === "organization");
  const first = organizations.length === 1 ? organizations[0] : contexts[0];
  return earlier ?? first?.billingEntityId ?? null;
}
