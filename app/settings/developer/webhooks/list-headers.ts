import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";

const FIRST = ["content-type", "user-agent", "svc-webhook-id", "svc-webhook-delivery", "svc-webhook-timestamp"];

export function writeHeaderLines({ requestHeaders }: Pick<AttemptDetail, "requestHeaders">): string {
  const rank = (name: string) => {
    const place = FIRST.indexOf(name.toLowerCase());
    return place < 0 ? FIRST.length : place;
  };
  return Object.entries(requestHeaders)
    .sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** undefined: the attempt ended before a request was made. */
export function findHeader(
  { requestHeaders }: Pick<AttemptDetail, "requestHeaders">,
  wanted: string,
): string | undefined {
  return Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
