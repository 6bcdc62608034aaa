export const APPROVE_PATH = "/cli/approve";

export const OUTCOMES = ["approved", "denied", "gone"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const outcomePath = (outcome: Outcome): string => `${APPROVE_PATH}?outcome=${outcome}`;

/** The ticket is good in the session that typed the code alone: such a link opens nothing for anyone else. */
export function decisionPath(loginId: string, ticket: string, isUnconfirmed = false): string {
  const query = new URLSearchParams({ login: loginId, ticket, ...(isUnconfirmed ? { problem: "confirm" } : {}) });
  return `${APPROVE_PATH}?${query}`;
}
