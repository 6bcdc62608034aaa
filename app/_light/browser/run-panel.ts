import { keepItem, readItem } from "@/app/_ui/tab-storage";
import { pathOfError } from "@/lib/api/error-path";
import { type CallShape, writeCurl } from "@/lib/surface/call-request";
import type { CodeLanguage } from "../highlight";
import { writeCode } from "./colour-code";
import { fillText, findPart } from "./find-part";
import { keyOf, type RunInput, readValues } from "./run-values";
import { type RunResponse, sendRun } from "./send-run";

/** The panel's own facts, as the page wrote them. */
export interface RunFacts {
  shape: CallShape;
  fields: readonly RunInput[];
  baseUrl: string;
}

/** Kept in this tab until it is closed or the reader forgets it. */
const STORAGE_KEYS = { key: "svc.reference.key", token: "svc.reference.token" } as const;

/** A form whose request goes to /v1, and the response below it. Its elements are there already, drawn by the page. */
export function prepareRun(panel: HTMLElement): void {
  const { shape, fields, baseUrl } = JSON.parse(panel.dataset["run"] ?? "") as RunFacts;
  const form = findPart<HTMLFormElement>(panel, "run-form");
  const credential = findPart<HTMLInputElement>(panel, "run-credential");
  const curl = findPart(panel, "run-curl").querySelector("code");
  const storageKey = STORAGE_KEYS[shape.kind === "write" ? "token" : "key"];
  let running: AbortController | null = null;

  const readForm = () =>
    readValues(fields, Object.fromEntries(fields.map((field) => [keyOf(field), readInput(panel, keyOf(field))])));
  const drawCurl = () => {
    if (curl) writeCode(curl, writeCurl(shape, readForm(), baseUrl), "bash");
  };
  const say = (name: string, values: Readonly<Record<string, string | number>> = {}) => {
    const status = findPart(panel, "run-status");
    status.textContent = fillText(status.dataset[name] ?? "", values);
    status.classList.toggle("text-bad", name === "failed");
    status.classList.toggle("text-ink-2", name !== "failed");
  };

  async function send(): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    showResponse(panel, null);
    say("sending");
    try {
      const response = await sendRun(shape, readForm(), credential.value.trim(), controller.signal);
      say("answered", { status: response.status, duration: response.durationMs });
      showResponse(panel, response);
    } catch {
      if (!controller.signal.aborted) say("failed");
    }
  }

  const kept = readItem(storageKey);
  if (credential.value === "" && typeof kept === "string") credential.value = kept;
  credential.addEventListener("input", () => keepItem(storageKey, credential.value === "" ? null : credential.value));
  form.addEventListener("input", drawCurl);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  const shown = findPart<HTMLButtonElement>(panel, "run-show");
  shown.addEventListener("click", () => {
    const isShown = credential.type === "password";
    credential.type = isShown ? "text" : "password";
    shown.ariaPressed = String(isShown);
  });
  findPart(panel, "run-forget").addEventListener("click", () => {
    for (const name of Object.values(STORAGE_KEYS)) keepItem(name, null);
    credential.value = "";
    showResponse(panel, null);
    say("forgotten");
  });
  // Text that was typed before this script came counts, too.
  drawCurl();
  findPart<HTMLButtonElement>(panel, "run-send").disabled = false;
}

function readInput(panel: HTMLElement, key: string): string {
  const input = panel.querySelector<HTMLInputElement>(`[id="${key}"]`);
  return input?.value ?? "";
}

/** Fills the region that the page drew, and hides what the response does not have. */
function showResponse(panel: HTMLElement, response: RunResponse | null): void {
  const region = findPart(panel, "run-response");
  region.hidden = response === null;
  if (!response) return;
  const { status, requestId, headers, body, errorCode } = response;
  for (const [name, isShown] of [
    ["run-good", status < 400],
    ["run-bad", status >= 400],
  ] as const) {
    const badge = findPart(region, name);
    badge.hidden = !isShown;
    const text = findPart(badge, "text");
    text.textContent = fillText(text.dataset["text"] ?? "", { status });
  }
  const link = findPart<HTMLAnchorElement>(region, "run-code");
  link.hidden = errorCode === null;
  link.textContent = errorCode ?? "";
  if (errorCode !== null) link.href = pathOfError(errorCode);
  for (const advice of region.querySelectorAll<HTMLElement>("[data-advice]"))
    advice.hidden = advice.dataset["advice"] !== errorCode;
  const id = findPart(region, "run-id");
  findPart(id, "copyable").textContent = requestId;
  findPart(id, "copy").dataset["copy"] = requestId;
  fillCode(findPart(region, "run-body"), body, /^[{[]/.test(body) ? "json" : null);
  fillCode(findPart(region, "run-headers"), headers.map(([name, value]) => `${name}: ${value}`).join("\n"), "http");
}

function fillCode(figure: HTMLElement, text: string, language: CodeLanguage | null): void {
  const code = figure.querySelector("code");
  if (code) writeCode(code, text, language);
}
