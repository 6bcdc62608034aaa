export const OUTCOMES = ["approved", "denied", "gone"] as const;
export type Outcome = (typeof OUTCOMES)[number];
