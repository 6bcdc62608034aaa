let last = readMonth(new Date(0));

export function monthOf(at: Date): string {
  return findMonth(at).name;
}

export function monthReset(at: Date): Date {
  return findMonth(at).reset;
}

function findMonth(at: Date) {
  if (at < last.first || at >= last.reset) last = readMonth(at);
  return last;
}

function readMonth(at: Date) {
  const startOf = (month: number) => new Date(Date.UTC(at.getUTCFullYear(), month, 1));
  const first = startOf(at.getUTCMonth());
  return { first, reset: startOf(at.getUTCMonth() + 1), name: first.toISOString().slice(0, 10) };
}
