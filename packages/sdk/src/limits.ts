/** §8: the limits that a response reports. A member is undefined where the plan has no such limit. */
export interface Limits {
  /** The burst window with the fewest requests left. */
  burst: BurstLimit | undefined;
  /** The units of the month. */
  units: UnitsLimit | undefined;
}

interface BurstLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
  scope: string | undefined;
  subject: string | undefined;
}

interface UnitsLimit {
  limit: number | undefined;
  remaining: number | undefined;
  used: number;
  cost: number;
  resetAt: string | undefined;
}

export function readLimits(headers: Headers): Limits {
  const text = (name: string) => headers.get(name) ?? undefined;
  const number = (name: string) => (text(name) ? Number(text(name)) : undefined);
  const limit = number("ratelimit-limit");
  const used = number("svc-api-units-used");
  return {
    burst:
      limit === undefined
        ? undefined
        : {
            limit,
            remaining: number("ratelimit-remaining") ?? 0,
            resetSeconds: number("ratelimit-reset") ?? 0,
            scope: text("svc-ratelimit-scope"),
            subject: text("svc-ratelimit-subject"),
          },
    units:
      used === undefined
        ? undefined
        : {
            limit: number("svc-api-units-limit"),
            remaining: number("svc-api-units-remaining"),
            used,
            cost: number("svc-api-units-cost") ?? 0,
            resetAt: text("svc-api-units-reset"),
          },
  };
}
