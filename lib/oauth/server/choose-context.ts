import type { GrantContext } from "./consent-query";

/** The billing entities of earlier grants that are valid, newest first. */
export interface EarlierContexts {
  ofApp: readonly string[];
  ofOthers: readonly string[];
}

/**
 * The area that the consent screen selects: where this app works already, or else where the person's other apps do. At first
 * it is the organization of a person who has just one, since a token for an area without rooms is of no use. Between
 * several organizations a person has to choose, so it is their own area, which concerns no one else.
 */
export function chooseContext(contexts: readonly GrantContext[], { ofApp, ofOthers }: EarlierContexts): string | null {
  const isOffered = (billingEntityId: string) =>
    contexts.some((context) => context.billingEntityId === billingEntityId);
  const earlier = [...ofApp, ...ofOthers].find(isOffered);
  const organizations = contexts.filter(({ kind }) => kind === "organization");
  const first = organizations.length === 1 ? organizations[0] : contexts[0];
  return earlier ?? first?.billingEntityId ?? null;
}
