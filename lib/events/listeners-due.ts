import { sharedBatch } from "../db/batch";
import { publish } from "../db/channel";
import { log } from "../platform/log";
import { shared } from "../platform/shared";

export const LISTENERS_CHANNEL = "svc_listeners";

const IDS_MAX = 200;

type TakeDue = (webhookIds: readonly string[]) => readonly string[];

const line = () => shared<{ take: TakeDue | null }>("listeners-due", () => ({ take: null }));

export function onListenersDue(take: TakeDue): void {
  line().take = take;
}

const notifyOthers = sharedBatch("tell-listeners", async (groups: readonly (readonly string[])[]) => {
  const ids = [...new Set(groups.flat())];
  for (let start = 0; start < ids.length; start += IDS_MAX)
    await publish(LISTENERS_CHANNEL, JSON.stringify({ kind: "due", ids: ids.slice(start, start + IDS_MAX) }));
  return groups;
});

/** A lost notification only delays the deliveries: streams also poll. */
export function notifyListeners(webhookIds: readonly string[]): void {
  const others = line().take?.(webhookIds) ?? webhookIds;
  if (others.length === 0) return;
  notifyOthers(others).catch((error: unknown) => log().warn({ error }, "listeners could not be told of deliveries"));
}
