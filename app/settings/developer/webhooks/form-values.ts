import { readField } from "@/app/_ui/read-field";
import type { RegisterWebhook } from "@/lib/webhooks/webhook";
import type { WebhookProblem } from "./problems";

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
}

const readAll = (form: FormData, name: string): string[] =>
  form.getAll(name).map((value) => (typeof value === "string" ? value : ""));

/** Rows in which nothing was typed are no headers. */
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
  };
}

export function toInput({ name, url, events, headers }: WebhookFormValues): RegisterWebhook {
  return { name, url, events, customHeaders: Object.fromEntries(headers.map((row) => [row.name, row.value])) };
}

/** What a record by name cannot tell: the same name in two rows, and a name that is none to an object. */
export function findRowProblems({ headers }: WebhookFormValues): WebhookProblem[] {
  return headers.flatMap(({ name }, n): WebhookProblem[] => {
    if (name === "__proto__") return [{ field: `customHeaders.${name}`, reason: "header_name_invalid" }];
    const isRepeated = headers.slice(0, n).some((earlier) => earlier.name === name);
    return isRepeated ? [{ field: `customHeaders.${name}`, reason: "header_twice" }] : [];
  });
}
