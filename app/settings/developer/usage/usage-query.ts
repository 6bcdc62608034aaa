export const USAGE_PATH = "/settings/developer/usage";
export const USAGE_SPANS = ["24h", "7d", "30d"] as const;

export interface UsageQuery {
  area: string;
  since: (typeof USAGE_SPANS)[number];
}

export function readUsageQuery(read: (name: string) => string): UsageQuery {
  return {
    area: /^(?:usr|org)_[0-9a-z]{26}$/.test(read("area")) ? read("area") : "",
    since: USAGE_SPANS.find((span) => span === read("since")) ?? "7d",
  };
}
