import { EVENT_CATALOG, type EventType, OPERATIONAL_EVENTS } from "../events/catalog";
import type { Locale } from "../i18n/locale";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOK_REPLAY_WINDOW_SECONDS } from "../platform/limits";
import type { ApiVersion } from "../webhooks/delivery/payload";
import { buildSampleHeaders, buildSamplePayload } from "../webhooks/settings/sample";
import { type DocPage, writeFence } from "./page";
import { readEventTexts, readTexts } from "./texts";

export const EVENT_CATALOG_PATH = "/docs/event-catalog";

/** Keys of messages cannot contain dots. */
type MessageKey<Text extends string> = Text extends `${infer Head}.${infer Rest}`
  ? `${Head}_${MessageKey<Rest>}`
  : Text;
function messageKeyOf<Type extends EventType>(type: Type) {
  return type.replaceAll(".", "_") as MessageKey<Type>;
}

export function writeEventPage(locale: Locale): DocPage {
  const t = readTexts(locale);
  const tEvents = readEventTexts(locale);
  const headers = Object.entries(buildSampleHeaders("task.created")).map(([name, value]) => `${name}: ${value}`);
  const writeSample = (type: EventType, version: ApiVersion) => {
    const name = version === WEBHOOK_API_VERSION_V1 ? "v1" : "v2";
    const body = JSON.stringify(JSON.parse(buildSamplePayload(type, version)), null, 2);
    return writeFence("json", body, t("events.sample", { type, name, version }));
  };
  const writeEvent = (type: EventType, texts: readonly string[]) => [
    `## ${type}`,
    [tEvents(`events.${messageKeyOf(type)}`), ...texts].join(" "),
    writeSample(type, WEBHOOK_API_VERSION_V2),
  ];
  const subscribe = (type: EventType) => t("events.subscribe", { type });
  const events = EVENT_CATALOG.flatMap(({ type, object, stable, inV1 }) => [
    ...writeEvent(type, [
      t(stable ? "events.stable" : "events.preview"),
      t("events.object", { object }),
      ...(stable ? [subscribe(type)] : []),
    ]),
    ...(inV1 ? [writeSample(type, WEBHOOK_API_VERSION_V1)] : []),
  ]);
  const operational = OPERATIONAL_EVENTS.flatMap(({ type, object, since }) =>
    writeEvent(type, [t("events.operational", { since }), t("events.object", { object }), subscribe(type)]),
  );
  return {
    path: EVENT_CATALOG_PATH,
    kind: "list",
    title: t("events.title"),
    description: t("events.description", { version: WEBHOOK_API_VERSION_V2 }),
    body: [
      `## ${t("events.headersTitle")}`,
      t("events.headersText", { seconds: WEBHOOK_REPLAY_WINDOW_SECONDS }),
      writeFence("http", headers.join("\n")),
      ...events,
      ...operational,
    ].join("\n\n"),
    language: locale,
  };
}
