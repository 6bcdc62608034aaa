import { readItem, saveItem } from "@/app/_ui/page/tab-storage";
import { pathOfError } from "@/lib/api/error-path";
import { type CallShape, type CallValues, writeCurl } from "@/lib/docs/surface/call-request";
import type { CodeLanguage } from "../highlight";
import { writeCode } from "./colour-code";
import { fillText, findPart } from "./find-part";
import { keyOf, type RunInput, readValues } from "./run-values";
import { fetchReaderToken, forgetReaderToken, NoReaderToken, type RunResponse, sendRun } from "./send-run";

export interface RunFacts {
  /** null: without a session. */
  operationId: string | null;
  shape: CallShape;
  fields: readonly RunInput[];
  baseUrl: string;
}

const STORAGE_KEYS = { key: "svc.reference.key", token: "svc.reference.token" } as const;

export function prepareRun(panel: HTMLElement): void {
  const facts = JSON.parse(panel.dataset["run"] ?? "") as RunFacts;
  const { shape, fields, baseUrl } = facts;
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
  const say = (name: string, values?: StatusValues) => showStatus(panel, name, values);

  async function send(): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    showResponse(panel, null);
    say("sending");
    try {
      const { response, area } = await sendAs(facts, readForm(), credential.value.trim(), controller.signal);
      const told = { status: response.status, duration: response.durationMs };
      if (area === null) say("answered", told);
      else say("answeredAsReader", { ...told, area });
      showResponse(panel, response);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof NoReaderToken) say("noToken", { reason: error.message });
      else say("failed");
    }
  }

  if (credential.value === "") credential.value = readItem<string>(storageKey) ?? "";
  credential.addEventListener("input", () => saveItem(storageKey, credential.value === "" ? null : credential.value));
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
    for (const name of Object.values(STORAGE_KEYS)) saveItem(name, null);
    credential.value = "";
    showResponse(panel, null);
    say("forgotten");
  });
  drawCurl();
  findPart<HTMLButtonElement>(panel, "run-send").disabled = false;
}

type StatusValues = Readonly<Record<string, string | number>>;

function showStatus(panel: HTMLElement, name: string, values: StatusValues = {}): void {
  const status = findPart(panel, "run-status");
  status.textContent = fillText(status.dataset[name] ?? "", values);
  const isProblem = name === "failed" || name === "noToken";
  status.classList.toggle("text-bad", isProblem);
  status.classList.toggle("text-ink-2", !isProblem);
}

async function sendAs({ operationId, shape }: RunFacts, values: CallValues, credential: string, signal: AbortSignal) {
  if (credential !== "" || operationId === null)
    return { response: await sendRun(shape, values, credential, signal), area: null };
  const { token, area } = await fetchReaderToken(operationId, values.path["roomId"]);
  const response = await sendRun(shape, values, token, signal);
  if (response.status === 401) forgetReaderToken();
  return { response, area };
}

function readInput(panel: HTMLElement, key: string): string {
  const input = panel.querySelector<HTMLInputElement>(`[id="${key}"]`);
  return input?.value ?? "";
}

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
