import { describe, expect, test } from "vitest";
import { EMITTED_TYPES, EVENT_CATALOG } from "../../events/catalog";
import { AppError } from "../../platform/errors";
import { refuseHeaderName } from "../settings/header-name";
import { buildSamplePayload } from "../settings/sample";
import {
  checkWebhook,
  mayManageWebhooks,
  planRotationEnd,
  type RegisterWebhook,
  readFailureNotice,
} from "../settings/webhook";
import { hasLegacyHeaders } from "./headers";
import { readPayload } from "./payload";
import { classifyStatus, planRetry } from "./retry";
import { createSlots } from "./slots";

const AT = new Date("2026-06-09T08:30:00Z");

describe("the retry table", () => {
  test.each([
    [[200, 201, 204, 299], "success"],
    [[300, 301, 302, 307, 308, 304], "stop"],
    [[400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451], "stop"],
    [[408, 429, 500, 502, 503, 504, 599], "retry"],
  ] as const)("%j: %s", (statuses, expected) => {
    for (const statusCode of statuses) {
      const error = classifyStatus(statusCode);
      const outcome = error === null ? { statusCode, error } : { statusCode, error };
      const plan = error === null ? "success" : planRetry(outcome, 1, false, AT) ? "retry" : "stop";
      expect([statusCode, plan]).toEqual([statusCode, expected]);
    }
  });

  test("waits 2, 4 and 8 s, and never retries a single attempt", () => {
    const outcome = { statusCode: null, error: "timeout" } as const;
    const waits = [1, 2, 3, 4, 5].map((attempt) => planRetry(outcome, attempt, false, AT)?.getTime());
    expect(waits.map((at) => at && at - AT.getTime())).toEqual([2_000, 4_000, 8_000, undefined, undefined]);
    expect(planRetry(outcome, 1, true, AT)).toBeNull();
    for (const error of ["target_refused", "api_units_exceeded"] as const)
      expect(planRetry({ statusCode: null, error }, 1, false, AT)).toBeNull();
    for (const error of ["connection_failed", "dns_failed", "tls_failed"] as const)
      expect(planRetry({ statusCode: null, error }, 1, false, AT)).not.toBeNull();
  });
});

describe("headers", () => {
  test("are sent in the legacy form under all three conditions", () => {
    const before = new Date("2026-12-30T23:59:59.999Z");
    expect(hasLegacyHeaders("2025-10-23", "record.created", before)).toBe(true);
    expect(hasLegacyHeaders("2026-06-09", "record.created", before)).toBe(false);
    expect(hasLegacyHeaders("2025-10-23", "record.created", new Date("2026-12-31T00:00:00Z"))).toBe(false);
    const outside = EVENT_CATALOG.map(({ type }) => type).filter(
      (type) => !hasLegacyHeaders("2025-10-23", type, before),
    );
    expect(outside).toEqual([
      "record.approval_requested",
      "record.approved",
      "message.created",
      "task.created",
      "task.updated",
      "file.uploaded",
      "room.created",
    ]);
  });

  test.each([
    [
      "header_reserved",
      [
        "Svc-Webhook-Id",
        "svc-webhook-anything",
        "X-Webhook-Signature",
        "x-WEBHOOK-x",
        "Webhook-Id",
        "webhook-anything",
        "Sunset",
        "DEPRECATION",
      ],
    ],
    [
      "header_transport",
      [
        "Host",
        "content-length",
        "Connection",
        "Transfer-Encoding",
        "TE",
        "Trailer",
        "Upgrade",
        "Expect",
        "Keep-Alive",
        "Proxy-Authorization",
        "Content-Encoding",
        "Accept-Encoding",
      ],
    ],
    ["header_name_invalid", ["", "a b", "a:b", "a\r\nb", "é", "x".repeat(101)]],
    [null, ["Content-Type", "user-agent", "Authorization", "X-Api-Key", "Svc-Other", "X-Web"]],
  ] as const)("%s", (refusal, names) => {
    for (const name of names) expect([name, refuseHeaderName(name)]).toEqual([name, refusal]);
  });
});

describe("samples", () => {
  test.each(EMITTED_TYPES)("%s is readable for receivers in both versions", (type) => {
    const v2 = readPayload("2026-06-09", buildSamplePayload(type, "2026-06-09"));
    const v1 = readPayload("2025-10-23", buildSamplePayload(type, "2025-10-23"));
    expect(v2).toMatchObject({ type, objectType: EVENT_CATALOG.find((entry) => entry.type === type)?.object });
    expect(v1).toMatchObject({ type, roomId: v2?.roomId });
  });
});

test.each([
  ["2026-06-09", "{"],
  ["2026-06-09", "null"],
  ["2026-06-09", "{}"],
  ["2026-06-09", buildSamplePayload("task.created", "2025-10-23")],
  ["2025-10-23", buildSamplePayload("task.created", "2026-06-09")],
  ["2025-10-23", '{"event":"","timestamp":"2026-06-09T08:30:00Z","roomId":"r","data":{}}'],
  ["1999-01-01", buildSamplePayload("task.created", "2026-06-09")],
])("%s cannot read %s", (version, payload) => {
  expect(readPayload(version, payload)).toBeNull();
});

describe("registration", () => {
  const reasonOf = (input: Partial<RegisterWebhook>): unknown => {
    try {
      checkWebhook({ name: "N", url: "https://r.example/", events: ["task.created"], ...input });
      return "fine";
    } catch (error) {
      const issues =
        error instanceof AppError ? (error.details?.["issues"] as { path: string; message: string }[]) : [];
      return issues.map(({ path, message }) => `${path}: ${message}`).join();
    }
  };

  test.each([
    [{}, "fine"],
    [{ name: "  " }, "name: name_missing"],
    [{ name: "é".repeat(101) }, "name: name_too_long"],
    [{ name: "a\u0000" }, "name: name_unreadable"],
    [{ url: "" }, "url: url_missing"],
    [{ url: `https://r.example/${"a".repeat(2048)}` }, "url: url_too_long"],
    [{ events: [] }, "events: events_missing"],
    [{ events: ["task.created", "room.created"] }, "events: event_unknown"],
    [{ events: ["nothing"] }, "events: event_unknown"],
    [{ customHeaders: { "X-A": "1", "x-a": "2" } }, "customHeaders.x-a: header_twice"],
    [{ customHeaders: { Host: "x" } }, "customHeaders.Host: header_transport"],
    [{ customHeaders: { "X-A": "é" } }, "customHeaders.X-A: header_value_invalid"],
    [{ customHeaders: { "X-A": "a\nb" } }, "customHeaders.X-A: header_value_invalid"],
    [{ customHeaders: { "X-A": "" } }, "customHeaders.X-A: header_value_invalid"],
    [{ customHeaders: { "X-A": "a".repeat(1025) } }, "customHeaders.X-A: header_value_too_long"],
    [
      { customHeaders: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, "v"])) },
      "customHeaders.: headers_too_many",
    ],
  ])("%j: %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason);
  });

  test("events are stored once each, in the catalog's order", () => {
    const events = ["task.updated", "record.created", "task.updated"];
    expect(checkWebhook({ name: "N", url: "https://r.example/", events }).events).toEqual([
      "record.created",
      "task.updated",
    ]);
  });

  test("only managers, owners and an organization's key manage webhooks", () => {
    expect([null, 10, 20, 29, 30, 40].map((role) => mayManageWebhooks(role, false))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(mayManageWebhooks(null, true)).toBe(true);
  });

  test("notices at 5, 10 and 15; a rotation of 1 to 90 days", () => {
    expect([0, 4, 5, 9, 10, 15, 19].map(readFailureNotice)).toEqual([null, null, 5, 5, 10, 15, 15]);
    expect(planRotationEnd(90, AT)).toEqual(new Date("2026-09-07T08:30:00Z"));
    for (const days of [0, -1, 91, 1.5, Number.NaN]) expect(() => planRotationEnd(days, AT)).toThrow(AppError);
  });
});

test("gives a host that timed out a small share until it responds", () => {
  const slots = createSlots();
  const occupant = { entityId: "bil_1", host: "slow.example" };
  expect(slots.beginClaim()).toEqual({ hosts: {}, entities: {} });
  slots.enter(occupant);
  expect(slots.beginClaim()).toEqual({ hosts: { "slow.example": 63 }, entities: { bil_1: 127 } });
  slots.leave(occupant, true);
  expect(slots.beginClaim().hosts).toEqual({ "slow.example": 4 });
  slots.enter(occupant);
  slots.leave(occupant, false);
  expect(slots.beginClaim().hosts).toEqual({});
});

test("reports a freed slot of a share that the last claim found nearly full", () => {
  const slots = createSlots();
  const near = Array.from({ length: 63 }, (_, n) => ({ entityId: `bil_${n}`, host: "near.example" }));
  const apart = { entityId: "bil_apart", host: "apart.example" };
  for (const occupant of [...near, apart]) slots.enter(occupant);
  const [first, second, third] = near;
  if (!first || !second || !third) throw new Error("There are too few.");
  expect(slots.leave(first, false)).toBe(false);
  slots.enter(first);
  expect(slots.beginClaim().hosts).toEqual({ "near.example": 1, "apart.example": 63 });
  expect([slots.leave(first, false), slots.leave(apart, false)]).toEqual([true, false]);
  slots.leave(second, false);
  slots.beginClaim();
  expect(slots.leave(third, false)).toBe(false);
});

test("reports a freed slot of a full share", () => {
  const leaveAll = (names: { entityId: string; host: string }[]) => {
    const slots = createSlots();
    for (const occupant of names) slots.enter(occupant);
    return names.map((occupant) => slots.leave(occupant, false)).filter(Boolean).length;
  };
  const many = (count: number, name: (n: number) => { entityId: string; host: string }) =>
    Array.from({ length: count }, (_, n) => name(n));
  const atOneHost = (n: number) => ({ entityId: `bil_${n}`, host: "one.example" });
  const ofOneEntity = (n: number) => ({ entityId: "bil_1", host: `${n}.example` });
  const ofNobody = (n: number) => ({ entityId: `bil_${n}`, host: `${n}.example` });
  expect([leaveAll(many(63, atOneHost)), leaveAll(many(64, atOneHost))]).toEqual([0, 1]);
  expect([leaveAll(many(127, ofOneEntity)), leaveAll(many(128, ofOneEntity))]).toEqual([0, 1]);
  expect([leaveAll(many(1_023, ofNobody)), leaveAll(many(1_024, ofNobody))]).toEqual([0, 1]);
});
