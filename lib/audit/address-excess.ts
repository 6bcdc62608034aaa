import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { windowOf } from "../usage/burst";
import { type AuditRow, settle } from "./settle";

type ExcessRow = AuditRow & { requests: number };

const excess = () =>
  shared("address-excess", () => ({ rows: new Map<string, ExcessRow>(), timer: null as NodeJS.Timeout | null }));

export function countExcess(window: number, address: string, first: () => AuditRow): void {
  const { rows } = excess();
  const name = `${window} ${address}`;
  const known = rows.get(name);
  if (known) {
    known.requests += 1;
    return;
  }
  const row = { ...first(), address, requests: 1 };
  rows.set(name, row);
  log().warn(
    { address, requestId: row.requestId, surface: row.surface },
    "an address exceeded its unauthenticated requests",
  );
  scheduleFlush();
}

function scheduleFlush(): void {
  const state = excess();
  if (state.timer) return;
  const { resetSeconds } = windowOf(Date.now());
  state.timer = setTimeout(() => void flushExcess(), resetSeconds * 1000).unref();
}

export async function flushExcess(): Promise<void> {
  const state = excess();
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  const rows = [...state.rows.values()];
  state.rows.clear();
  await Promise.all(rows.map(writeRow));
}

async function writeRow(row: ExcessRow): Promise<void> {
  try {
    await settle({ row, mode: "release", units: null });
  } catch (error) {
    const { address, requests } = row;
    log().error({ error, address, requests }, "refused requests of an address were not audited");
  }
}
