import { now } from "@/lib/platform/clock";
import { Time } from "./time";

/** How long ago, by the server's clock. */
export function Ago({ value }: { value: string | Date }) {
  return <Time value={new Date(value).toISOString()} style="relative" now={now().toISOString()} />;
}
