import type { Locale } from "../i18n/locale";
import { readDevice } from "../platform/user-agent";
import type { Notification } from "./notification";

type DeviceTexts = (key: "commandLine" | "unknownDevice" | "deviceOn", values?: Record<string, string>) => string;

type NotificationFacts = Pick<Notification, "kind" | "facts">;

export function readSentenceValues({ kind, facts }: NotificationFacts, locale: Locale, texts: DeviceTexts) {
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

function nameDevice(facts: Notification["facts"], texts: DeviceTexts): string {
  if (typeof facts["device"] === "string") return texts("commandLine", { device: facts["device"] });
  const device = readDevice(typeof facts["userAgent"] === "string" ? facts["userAgent"] : null);
  if (device === null) return texts("unknownDevice");
  const { program, system } = device;
  return system === null ? program : texts("deviceOn", { program, system });
}
