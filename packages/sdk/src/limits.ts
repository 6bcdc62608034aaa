/** §8: the limits that a response reports. A member is undefined where the plan has no such limit. */
export type Limits = ReturnType<typeof readLimits>;

export function readLimits(headers: Headers) {
  const text = (name: string) => headers.get(name) ?? undefined;
  const number = (name: string) => (text(name) ? Number(text(name)) : undefined);
  const limit = number("ratelimit-limit");
  const used = number("svc-api-units-used");
  const burst = {
    remaining: number("ratelimit-remaining") ?? 0,
    resetSeconds: number("ratelimit-reset") ?? 0,
    scope: text("svc-ratelimit-scope"),
    subject: text("svc-ratelimit-subject"),
  };
  const units = {
    limit: number("svc-api-units-limit"),
    remaining: number("svc-api-units-remaining"),
    cost: number("svc-api-units-cost") ?? 0,
    resetAt: text("svc-api-units-reset"),
  };
  return {
    /** The burst window with the fewest requests left. */
    burst: limit === undefined ? undefined : { limit, ...burst },
    /** The units of the month. */
    units: used === undefined ? undefined : { used, ...units },
  };
}
