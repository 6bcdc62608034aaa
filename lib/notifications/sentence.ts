import type { useTranslations } from "next-intl";
import type { Locale } from "../i18n/locale";
import { readDevice } from "../platform/user-agent";
import { type NotificationGroup, summarizeAuthors } from "./group-notifications";
import { keyOf, type Notification, type NotificationKind } from "./notification";

type Texts = ReturnType<typeof useTranslations<"notifications">>;

type NotificationFacts = Pick<Notification, "kind" | "facts">;

interface Sentences {
  title: string;
  text: string;
}

export function describeNotification(notification: NotificationFacts, locale: Locale, texts: Texts): Sentences {
  const values = readSentenceValues(notification, locale, texts);
  const key = `kinds.${keyOf(notification.kind)}` as const;
  return { title: texts(`${key}.title`, values), text: texts(`${key}.text`, values) };
}

const COUNTED_KINDS = [
  "message.mentioned",
  "message.posted",
  "webhook.failing",
  "webhook.disabled",
  "session.new_device",
] as const;

function isCounted(kind: NotificationKind): kind is (typeof COUNTED_KINDS)[number] {
  return (COUNTED_KINDS as readonly NotificationKind[]).includes(kind);
}

export function describeGroup(group: NotificationGroup, locale: Locale, texts: Texts): Sentences {
  const { kind, facts } = group.newest;
  const count = group.notifications.length;
  if (count === 1 || !isCounted(kind)) return describeNotification(group.newest, locale, texts);
  const { by, others } = summarizeAuthors(group);
  const values = { ...readSentenceValues({ kind, facts: { ...facts, by } }, locale, texts), others, count };
  return { title: texts(`many.${keyOf(kind)}`, values), text: "" };
}

function readSentenceValues({ kind, facts }: NotificationFacts, locale: Locale, texts: Texts) {
  const read = (fact: string) => String(facts[fact] ?? "");
  const { expiresAt } = facts;
  return {
    name: kind === "session.new_device" ? nameDevice(facts, texts) : read("name"),
    room: read("room"),
    failures: Number(facts["failures"] ?? 0),
    last4: read("last4"),
    days: Number(facts["days"] ?? 0),
    expiresAt: typeof expiresAt === "number" ? new Intl.DateTimeFormat(locale, DATE).format(expiresAt) : "",
    percent: Number(facts["percent"] ?? 0),
    subject: facts["key"] ? "key" : facts["area"] ? "organization" : "own",
    of: read(facts["key"] ? "key" : "area"),
    host: read("host"),
    reason: read("reason"),
    organization: read("organization"),
    by: read("by"),
    author: facts["by"] ? "known" : "unknown",
    where: facts["recordId"] ? "comment" : facts["room"] ? "room" : "direct",
    place: facts["place"] ? "known" : "unknown",
    network: read("place"),
  };
}

const DATE = { dateStyle: "medium", timeZone: "UTC" } as const;

export function nameDevice(facts: Notification["facts"], texts: Texts): string {
  if (typeof facts["device"] === "string") return texts("commandLine", { device: facts["device"] });
  const device = readDevice(typeof facts["userAgent"] === "string" ? facts["userAgent"] : null);
  if (device === null) return texts("unknownDevice");
  const { program, system } = device;
  return system === null ? program : texts("deviceOn", { program, system });
}
