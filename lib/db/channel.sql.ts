// SQL: Prisma has no NOTIFY.
import { statement, text } from "./statement";

export const NOTIFY_CHANNEL = statement({
  name: "notify_channel",
  params: [text, text],
  row: {},
  text: "SELECT FROM pg_notify($1, $2)",
});
