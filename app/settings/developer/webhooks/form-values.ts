import { readField } from "@/app/_ui/form/read-field";
import type { Issue } from "@/lib/platform/errors";
import type { RegisterWebhook } from "@/lib/webhooks/settings/webhook";

export interface HeaderRow {
  name: string;
  value: string;
}

export interface WebhookFormValues {
  room: string;
  name: string;
  url: string;
  events: string[];
  headers: HeaderRow[];
  standardHeaders: boolean;
}

const readAll = (form: FormData, name: string): string[] =>
  form.getAll(name).map((value) => (typeof value === "string" ? value : ""));

export function readValues(form: FormData): WebhookFormValues {
  const values = readAll(form, "headerValue");
  const headers = readAll(form, "headerName").map((name, n) => ({
    name: name.trim(),
    value: (values[n] ?? "").trim(),
  }));
  return {
    room: readField(form, "room"),
    name: readField(form, "name"),
    url: readField(form, "url"),
    events: readAll(form, "events"),
    headers: headers.filter(({ name, value }) => name !== "" || value !== ""),
    standardHeaders: form.get("standardHeaders") === "on",
  };
}

export function toInput({ name, url, events, headers, standardHeaders }: WebhookFormValues): RegisterWebhook {
  const customHeaders = Object.fromEntries(headers.map((row) => [row.name, row.value]));
  return { name, url, events, customHeaders, standardHeaders };
}

export function findRowIssues({ headers }: WebhookFormValues): Issue[] {
  return headers.flatMap(({ name }, n): Issue[] => {
    const path = `customHeaders.${name}`;
    if (name === "__proto__") return [{ path, message: "header_name_invalid" }];
    return headers.slice(0, n).some((earlier) => earlier.name === name) ? [{ path, message: "header_twice" }] : [];
  });
}
