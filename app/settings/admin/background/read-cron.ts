export type Schedule = { unit: "minutes" | "hours"; count: number } | { unit: "day"; time: string };

/** null: none of the forms that this service's functions use. */
export function readCron(cron: string): Schedule | null {
  const [minute = "", hour = "", ...others] = cron.split(" ");
  if (others.join(" ") !== "* * *") return null;
  if (hour === "*" && !isNumber(minute)) return makeSchedule("minutes", readStep(minute), 60);
  if (!isNumber(minute)) return null;
  if (isNumber(hour)) return { unit: "day", time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
  return makeSchedule("hours", readStep(hour), 24);
}

const isNumber = (field: string) => /^\d+$/.test(field);

function readStep(field: string): number {
  return field === "*" ? 1 : Number(/^\*\/(\d+)$/.exec(field)?.[1]);
}

function makeSchedule(unit: "minutes" | "hours", count: number, whole: number): Schedule | null {
  return count > 0 && whole % count === 0 ? { unit, count } : null;
}
