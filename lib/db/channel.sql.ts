// SQL: Prisma has no NOTIFY.
import { statement, text } from "./statement";

export const NOTIFY_CHANNEL = statement({
  name: "notify_channel",
  params: { channel: text, message: text },
  row: {},
  text: (p) => `SELECT FROM pg_notify(${p.channel}, ${p.message})`,
});
