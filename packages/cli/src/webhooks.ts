import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { Command } from "commander";
import { type ConformCase, listConformCases } from "./conform-cases";
import { Failure } from "./fail";
import { type HookResponse, postHook, readHookUrl } from "./post-hook";
import { collectValues } from "./read-data";
import { diagnoseResponse } from "./signature-doctor";
import type { Svc } from "./svc";
import { readSpelling } from "./webhook-signing";
import { judgeDelivery } from "./webhook-verdict";

interface VerifyOptions {
  payload: string;
  header: string[];
  secret: string[] | undefined;
  now: string | undefined;
}

interface ConformOptions {
  secret: string | undefined;
  v1: boolean | undefined;
  standardWebhooks: boolean | undefined;
}

export function registerWebhooks(program: Command, svc: Svc): void {
  const group = program.command("webhooks").description("check signatures and receivers, without signing in");
  group
    .command("verify")
    .description("check a delivery's signature, and say why it fails")
    .requiredOption("--payload <@file or ->", "the raw body: @file, - for standard input, or the text")
    .requiredOption("--header <name: value>", "a request header; repeatable, or @file with one per line", collectValues)
    .option(
      "--secret <whsec_…>",
      "the webhook's secret, and the next one during a rotation; better SVC_WEBHOOK_SECRET",
      collectValues,
    )
    .option("--now <seconds or time>", "the receiver's clock, for a recorded delivery")
    .action((options: VerifyOptions) => verify(svc, options));
  group
    .command("conform")
    .description("test a receiver with every case, and name the line to change")
    .argument("<url>", "the receiver, such as http://localhost:3001/hook")
    .option("--secret <whsec_…>", "the receiver's secret; prefer SVC_WEBHOOK_SECRET")
    .option("--v1", "the receiver must also accept v1 deliveries")
    .option("--standard-webhooks", "also send the Standard Webhooks headers")
    .action((url: string, options: ConformOptions) => conform(svc, url, options));
}

function readSecrets({ surroundings }: Svc, given: readonly string[]): string[] {
  const secrets = given.length > 0 ? [...given] : (surroundings.env["SVC_WEBHOOK_SECRET"] ?? "").split(",");
  const kept = secrets.map((secret) => secret.trim()).filter((secret) => secret !== "");
  if (kept.length > 0) return kept;
  throw new Failure(
    "usage",
    "No secret was passed.",
    "Set SVC_WEBHOOK_SECRET to the whsec_… of the webhook, or give --secret.",
  );
}

async function readGiven({ surroundings }: Svc, given: string): Promise<string> {
  if (given === "-") return readAll(surroundings.stdin);
  if (!given.startsWith("@")) return given;
  return readFile(given.slice(1), "utf8").catch(() => {
    throw new Failure("input", `${given.slice(1)} cannot be read.`, "Put the path of a file after the @.");
  });
}

async function verify(svc: Svc, { payload, header, secret = [], now }: VerifyOptions): Promise<void> {
  const secrets = readSecrets(svc, secret);
  const body = await readGiven(svc, payload);
  const texts = await Promise.all(header.map(async (given) => (given.startsWith("@") ? readGiven(svc, given) : given)));
  const headers = new Map<string, string>();
  for (const line of texts.join("\n").split(/\r?\n/)) {
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.set(name.toLowerCase(), value);
  }
  const verdict = judgeDelivery(headers, body, secrets, readClock(now));
  svc.output.result(verdict, () => {
    const mark = verdict.isValid ? svc.output.paint("good", "Valid.") : svc.output.paint("bad", "Not valid.");
    return [`${mark} ${verdict.reason}`, ...(verdict.remedy === null ? [] : [`  What to do: ${verdict.remedy}`])].join(
      "\n",
    );
  });
  if (!verdict.isValid) throw new Failure("input", "The delivery is not valid.");
}

function readClock(given: string | undefined): number {
  if (given === undefined) return Math.floor(Date.now() / 1000);
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.floor(Date.parse(given) / 1000);
  if (Number.isFinite(seconds)) return seconds;
  throw new Failure("usage", `${given} is no time.`, "Use seconds since 1970, or a time such as 2026-11-23T10:00:00Z.");
}

interface CaseResult {
  name: string;
  meaning: string;
  isHandled: boolean;
  isRequired: boolean;
  statuses: (number | string)[];
  remedy: string | null;
}

async function conform(svc: Svc, text: string, options: ConformOptions): Promise<void> {
  const { secret, v1 = false, standardWebhooks = false } = options;
  const url = readHookUrl(text);
  const [given = ""] = readSecrets(svc, secret === undefined ? [] : [secret]);
  const key = readSpelling(given);
  const results: CaseResult[] = [];
  for (const tried of listConformCases(key, standardWebhooks)) {
    svc.output.note(`Trying ${tried.name}: ${tried.meaning}…`);
    const result = await runCase(url, key, tried, v1);
    const isSameReason = tried.expects === "accept" && results[0]?.isHandled === false;
    results.push(isSameReason && !result.isHandled ? { ...result, remedy: "fix the valid delivery first" } : result);
    // Nothing can be said of a receiver that is not there.
    if (result.name === "valid" && result.statuses.includes("connection_failed")) break;
  }
  if (svc.output.isJson) svc.output.result(results, () => "");
  else for (const result of results) printCase(svc, result);
  const failed = results.filter(({ isHandled, isRequired }) => isRequired && !isHandled);
  if (failed.length > 0)
    throw new Failure(
      "api",
      `${failed.length} of ${results.length} cases are not handled: ${failed.map(({ name }) => name).join(", ")}.`,
    );
  svc.output.note(`All ${results.filter(({ isRequired }) => isRequired).length} required cases are handled.`);
}

const isExpected = ({ expects }: ConformCase, { statusCode }: HookResponse): boolean =>
  statusCode !== null &&
  (expects === "accept" ? statusCode >= 200 && statusCode < 300 : statusCode >= 400 && statusCode < 500);

async function runCase(url: URL, secret: string, tried: ConformCase, isV1: boolean): Promise<CaseResult> {
  const responses: HookResponse[] = [];
  for (const request of tried.requests) responses.push(await postHook(url, request));
  const wrong = responses.findIndex((response) => !isExpected(tried, response));
  const [request, response] = [tried.requests[wrong], responses[wrong]];
  // A plain delivery that is refused explains all others: the doctor examines that one.
  const isPlain = tried.name === "valid" || response?.statusCode === null;
  const found = isPlain && request && response ? await diagnoseResponse(url, secret, request, response) : null;
  return {
    name: tried.name,
    meaning: tried.meaning,
    isHandled: wrong < 0,
    isRequired: !tried.isLegacy || isV1,
    statuses: responses.map(({ statusCode, error }) => statusCode ?? error ?? "connection_failed"),
    remedy: wrong < 0 ? null : found ? `${found.cause} ${found.remedy}` : tried.remedy,
  };
}

function printCase({ output }: Svc, { name, meaning, isHandled, isRequired, statuses, remedy }: CaseResult): void {
  const mark = isHandled
    ? output.paint("good", "handled")
    : isRequired
      ? output.paint("bad", "NOT handled")
      : "not handled, not required";
  output.line(`${name.padEnd(12)} ${mark} (${statuses.join(", ")}): ${meaning}`);
  if (remedy !== null && isRequired) output.line(`${" ".repeat(13)}change: ${remedy}`);
}
