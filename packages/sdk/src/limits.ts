/** §8: the limits that a response reports. A member is absent where the plan has no such limit. */
export interface Limits {
  /** The burst window with the fewest requests left. */
  burst?: { limit: number; remaining: number; resetSeconds: number; scope?: string; subject?: string };
  /** The units of the month. */
  units?: { limit?: number; remaining?: number; used: number; cost: number; resetAt?: string };
}

export function readLimits(headers: Headers): Limits {
  const number = (name: string) => {
    const value = headers.get(name);
    return value === null || value === "" || Number.isNaN(Number(value)) ? undefined : Number(value);
  };
  const limit = number("ratelimit-limit");
  const used = number("svc-api-units-used");
  return dropUndefined({
    burst:
      limit === undefined
        ? undefined
        : dropUndefined({
            limit,
            remaining: number("ratelimit-remaining") ?? 0,
            resetSeconds: number("ratelimit-reset") ?? 0,
            scope: headers.get("svc-ratelimit-scope") ?? undefined,
            subject: headers.get("svc-ratelimit-subject") ?? undefined,
          }),
    units:
      used === undefined
        ? undefined
        : dropUndefined({
            limit: number("svc-api-units-limit"),
            remaining: number("svc-api-units-remaining"),
            used,
            cost: number("svc-api-units-cost") ?? 0,
            resetAt: headers.get("svc-api-units-reset") ?? undefined,
          }),
  });
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Absent members rather than members that are undefined, so that a printed object shows what is there. */
function dropUndefined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
