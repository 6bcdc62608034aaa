const DAY_MS = 24 * 60 * 60 * 1000;
const SAMPLE_DAYS = 7;

interface Consumption {
  limit: number | null;
  used: number;
  resetAt: Date;
  hours: readonly { hour: Date; units: number }[];
}

export function projectEnd({ limit, used, resetAt, hours }: Consumption, at: Date): Date | null {
  if (limit === null) return null;
  if (used >= limit) return at;
  const since = at.getTime() - SAMPLE_DAYS * DAY_MS;
  const recent = hours.filter(({ hour }) => hour.getTime() >= since);
  const [first] = recent;
  const units = recent.reduce((sum, hour) => sum + hour.units, 0);
  if (!first || units === 0) return null;
  // A service that began yesterday used nothing in the days before.
  const sampleMs = Math.max(DAY_MS, at.getTime() - first.hour.getTime());
  const end = new Date(at.getTime() + ((limit - used) / units) * sampleMs);
  return end < resetAt ? end : null;
}
