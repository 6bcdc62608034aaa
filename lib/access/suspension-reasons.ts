export const SUSPENSION_REASONS = ["abuse", "compromised", "payment", "terms", "requested"] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

export const SUSPENSION_MESSAGE_MAX_LENGTH = 300;
