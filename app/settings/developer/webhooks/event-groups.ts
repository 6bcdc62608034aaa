import { getTranslations } from "next-intl/server";
import { EVENT_CATALOG, type EventType, OPERATIONAL_EVENTS } from "@/lib/events/catalog";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { buildSamplePayload } from "@/lib/webhooks/settings/sample";
import { formatJson } from "./format-json";

const GROUPS = {
  record: /^record\./,
  approval: /^approval\./,
  message: /^message\./,
  task: /^task\./,
  file: /^file\./,
  room: /^room\./,
} as const;
export type GroupKey = keyof typeof GROUPS | "operational";

export interface EventGroup {
  key: GroupKey;
  /** Each is chosen by itself: "all" and the group's own box leave them alone. */
  isSeparate: boolean;
  events: { type: EventType; stable: boolean; text: string; sample: string }[];
}

/** Keys of messages cannot hold dots. */
function messageKeyOf<Type extends EventType>(type: Type) {
  return type.replaceAll(".", "_") as DotsToUnderscores<Type>;
}
type DotsToUnderscores<Text extends string> = Text extends `${infer Head}.${infer Rest}`
  ? `${Head}_${DotsToUnderscores<Rest>}`
  : Text;

/** Operational events exist in v2 alone. */
export async function listEventGroups({ isV2 = true } = {}): Promise<EventGroup[]> {
  const t = await getTranslations("eventCatalog.events");
  const describe = ({ type, stable }: { type: EventType; stable: boolean }) => ({
    type,
    stable,
    text: t(messageKeyOf(type)),
    sample: formatJson(buildSamplePayload(type, WEBHOOK_API_VERSION_V2)),
  });
  const ofRooms = Object.entries(GROUPS).map(([key, pattern]) => ({
    key: key as GroupKey,
    isSeparate: false,
    events: EVENT_CATALOG.filter(({ type }) => pattern.test(type)).map(describe),
  }));
  const operational = { key: "operational" as const, isSeparate: true, events: OPERATIONAL_EVENTS.map(describe) };
  return isV2 ? [...ofRooms, operational] : ofRooms;
}
