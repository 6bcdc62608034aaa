import { z } from "zod";
import { MANAGER_ROLE } from "../../access/roles";
import { type EventType, isOperational, SUBSCRIBABLE_TYPES } from "../../events/catalog";
import { checkInput } from "../../platform/check-input";
import { invalid } from "../../platform/errors";
import {
  WEBHOOK_API_VERSION_V1,
  WEBHOOK_API_VERSION_V2,
  WEBHOOK_CUSTOM_HEADERS_MAX,
  WEBHOOK_FAILURE_NOTICES,
  WEBHOOK_HEADER_VALUE_MAX_LENGTH,
  WEBHOOK_LEGACY_HEADER_SUNSET_AT,
  WEBHOOK_NAME_MAX_LENGTH,
  WEBHOOK_ROTATION_MAX_DAYS,
  WEBHOOK_URL_MAX_LENGTH,
} from "../../platform/limits";
import { displayName } from "../../platform/text";
import type { ApiVersion } from "../delivery/payload";
import { refuseHeaderName } from "./header-name";

export function mayManageWebhooks(role: number | null, isOrganization: boolean): boolean {
  return isOrganization || (role ?? 0) >= MANAGER_ROLE;
}

const Url = z
  .string({ error: "url_missing" })
  .trim()
  .min(1, "url_missing")
  .max(WEBHOOK_URL_MAX_LENGTH, "url_too_long")
  .refine((url) => !/[\p{Cc}\p{Surrogate}]/u.test(url), "url_invalid");

const Events = z
  .array(z.string(), { error: "events_missing" })
  .refine(
    (events) => events.every((event) => (SUBSCRIBABLE_TYPES as readonly string[]).includes(event)),
    "event_unknown",
  )
  .transform((events): EventType[] => SUBSCRIBABLE_TYPES.filter((type) => events.includes(type)))
  .refine((events) => events.length > 0, "events_missing");

const CustomHeaders = z.record(z.string(), z.string()).superRefine((headers, context) => {
  const seen = new Set<string>();
  const report = (name: string, message: string) =>
    context.issues.push({ code: "custom", message, path: [name], input: name });
  for (const [name, value] of Object.entries(headers)) {
    const refusal = refuseHeaderName(name);
    if (refusal) report(name, refusal);
    else if (seen.has(name.toLowerCase())) report(name, "header_twice");
    // Visible ASCII is read alike by every receiver, and ends no line.
    else if (!/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(value)) report(name, "header_value_invalid");
    else if (value.length > WEBHOOK_HEADER_VALUE_MAX_LENGTH) report(name, "header_value_too_long");
    seen.add(name.toLowerCase());
  }
  if (seen.size > WEBHOOK_CUSTOM_HEADERS_MAX) report("", "headers_too_many");
});

export const RegisterWebhook = z.object({
  name: displayName(WEBHOOK_NAME_MAX_LENGTH),
  url: Url,
  events: Events,
  customHeaders: CustomHeaders.default({}),
  standardHeaders: z.boolean().default(false),
});
export type RegisterWebhook = z.input<typeof RegisterWebhook>;
export type WebhookFacts = z.output<typeof RegisterWebhook>;

export function checkWebhook(input: RegisterWebhook): WebhookFacts {
  return checkInput(RegisterWebhook, input);
}

/** Operational events have no body in v1. */
export function checkVersion(apiVersion: string, events: readonly string[]): void {
  if (apiVersion !== WEBHOOK_API_VERSION_V2 && events.some(isOperational))
    throw invalid([{ path: "events", message: "events_v2_only" }]);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** §3: two secrets cannot coexist without an end. */
export function planRotationEnd(days: number, now: Date): Date {
  if (!(Number.isInteger(days) && days >= 1 && days <= WEBHOOK_ROTATION_MAX_DAYS))
    throw invalid([{ path: "days", message: "rotation_days_invalid" }]);
  return new Date(now.getTime() + days * DAY_MS);
}

export type DisabledReason = "manual" | "failures";

export function readFailureNotice(consecutiveFailures: number): number | null {
  return WEBHOOK_FAILURE_NOTICES.findLast((notice) => consecutiveFailures >= notice) ?? null;
}

export function readSunset(apiVersion: ApiVersion, now: Date): Date | null {
  const isAhead = apiVersion === WEBHOOK_API_VERSION_V1 && now < WEBHOOK_LEGACY_HEADER_SUNSET_AT;
  return isAhead ? WEBHOOK_LEGACY_HEADER_SUNSET_AT : null;
}
