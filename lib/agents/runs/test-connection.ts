import { z } from "zod";
import type { Reply } from "../../egress/send";
import { forbidden } from "../../platform/errors";
import { UNITS } from "../../platform/limits";
import { type GatewayKind, readReach } from "../connectors/connector";
import { checkGatewayAddress } from "../connectors/gateway-address";
import { defineAction, type Work } from "./action";
import { readModels } from "./answer";
import { classifyGatewayFailure, classifyReply, type Gateway, listModels, requireAnswer } from "./gateway";
import { RunEnded } from "./run";

export const testConnection = defineAction({
  name: "test-connection",
  scopes: [],
  units: UNITS.connectorAction,
  steps: ["name", "address", "connection", "tls", "authentication", "model_list", "model"],
  body: z.strictObject({}).default({}),
  async open(_caller, { isManaged }) {
    if (!isManaged) throw forbidden("Only people who manage a connector can test its connection.");
    return { room: null, recordId: null };
  },
  async run(work) {
    const { gateway, target } = work.connector;
    await locate(work, gateway);
    const reply = await reach(work, gateway);
    const models = await readList(work, reply);
    await work.step("model", () => {
      if (!models.includes(target)) throw missing(target, models);
      return { value: null, detail: quote(target) };
    });
    return { kind: "connection", models: models.length };
  },
});

async function locate(work: Work, gateway: Gateway): Promise<void> {
  const { networkMode, isPublicAccepted, baseUrl } = gateway;
  const kind = await work.step("name", async () => {
    const verdict = await checkGatewayAddress(baseUrl, work.signal);
    if (verdict.problem === null) return { value: verdict.kind };
    throw classifyGatewayFailure(verdict.problem === "target_unresolved" ? "dns_failed" : "target_refused");
  });
  await work.step("address", () => {
    const isWithin = readReach(networkMode, isPublicAccepted).has(kind === "public" ? "public" : "allowed");
    if (!isWithin) throw outOfMode(kind);
    return { value: null };
  });
}

function outOfMode(kind: GatewayKind): RunEnded {
  const message =
    kind === "public"
      ? "The gateway's address is public, and nobody has accepted that for this connector. Save its settings again."
      : "The gateway's address is private, and this connector's network mode reaches public addresses only.";
  return new RunEnded("failed", "gateway_forbidden", message);
}

/** One request answers the next steps, as the connector's own first call. */
async function reach(work: Work, gateway: Gateway): Promise<Reply> {
  const reply = await work.step("connection", async () => {
    const answered = await listModels({ gateway, signal: work.signal, traceId: work.traceId });
    const stopsHere = ["timeout", "connection_failed", "dns_failed", "target_refused", "aborted"];
    if (answered.failure !== null && stopsHere.includes(answered.failure))
      throw classifyGatewayFailure(answered.failure);
    return { value: answered };
  });
  if (!gateway.baseUrl.startsWith("https:")) await work.skip("tls", "The URL uses http, so nothing is encrypted.");
  else {
    await work.step("tls", () => {
      if (reply.failure === "tls_failed") throw classifyGatewayFailure(reply.failure);
      return { value: null };
    });
  }
  return reply;
}

async function readList(work: Work, reply: Reply): Promise<string[]> {
  const problem = classifyReply(reply);
  if (problem && problem.code !== "gateway_unauthorized") {
    await work.skip("authentication", "The gateway does not say.");
  } else {
    await work.step("authentication", () => {
      if (problem) throw problem;
      return { value: null };
    });
  }
  return work.step("model_list", () => {
    const models = readModels(requireAnswer(reply));
    return { value: models, detail: `${models.length} models` };
  });
}

const SHOWN_MAX = 5;

function missing(target: string, models: readonly string[]): RunEnded {
  const some = models.slice(0, SHOWN_MAX).map(quote).join(", ");
  const more = models.length > SHOWN_MAX ? ` and ${models.length - SHOWN_MAX} more` : "";
  const offered = models.length === 0 ? "It lists none." : `It lists ${some}${more}.`;
  return new RunEnded("failed", "model_missing", `The gateway does not list ${quote(target)}. ${offered}`);
}

/** The gateway chose these names, so they are shortened and lose control characters. */
function quote(name: string): string {
  const shown = Array.from(name).slice(0, 80).join("");
  return `"${shown.replaceAll(/\p{Cc}/gu, "\ufffd")}"`;
}
