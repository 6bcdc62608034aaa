import { setTimeout as sleep } from "node:timers/promises";
import { createGuardedClient, type GuardedClient } from "../../egress/send";
import {
  type CheckedUrl,
  hostOf,
  PUBLIC_REACH,
  type Reach,
  readTargetUrl,
  type TargetProblem,
} from "../../egress/target";
import { GATEWAY_REFUSAL_MIN_MS } from "../../platform/limits";
import { shared } from "../../platform/shared";
import { type GatewayKind, readReach } from "./connector";
import { privateTargets } from "./private-targets";

/**
 * An unlisted address, a name without one and a closed port are one failure, or anyone with a connector could map the
 * operator's network.
 */
export type GatewayRefusal = "target_out_of_reach" | "target_unresolved";

export type GatewayVerdict =
  | { problem: null; url: URL; kind: GatewayKind }
  | { problem: TargetProblem | GatewayRefusal };

export function clientWithin(reach: Reach): GuardedClient {
  const allowed = privateTargets();
  return shared(`gateway-client ${[...reach].toSorted().join()}`, () => createGuardedClient({ reach, allowed }));
}

export function readGatewayUrl(text: string): CheckedUrl {
  const read = readTargetUrl(text);
  if (read.problem !== null) return read;
  return read.url.search === "" && read.url.hash === "" ? read : { problem: "url_invalid" };
}

/** One public address among private ones makes a gateway public. */
export async function checkGatewayAddress(text: string, signal?: AbortSignal): Promise<GatewayVerdict> {
  const read = readGatewayUrl(text);
  if (read.problem !== null) return read;
  const refuse = startRefusal();
  const problem = await findProblem(PUBLIC_REACH, text, signal);
  const beyondPrivate = problem ?? (await findProblem(readReach("private", false), text, signal));
  if (beyondPrivate === null) return { problem: null, url: read.url, kind: "private" };
  if (problem === null && beyondPrivate === "target_private") return { problem: null, url: read.url, kind: "public" };
  await refuse();
  const isUnresolved = beyondPrivate === "target_unresolved" && isListedName(text);
  return { problem: isUnresolved ? "target_unresolved" : "target_out_of_reach" };
}

async function findProblem(reach: Reach, text: string, signal: AbortSignal | undefined): Promise<TargetProblem | null> {
  const { problem } = await clientWithin(reach).check(text, signal);
  return problem;
}

/** Only a connector for a listed name may learn that it does not resolve. */
export function isListedName(url: string): boolean {
  return URL.canParse(url) && privateTargets().hosts.has(hostOf(new URL(url).hostname));
}

/** Every refusal takes the same minimum time, so its duration reveals nothing. */
export function startRefusal(): () => Promise<void> {
  const startedMs = performance.now();
  return () => sleep(Math.max(0, startedMs + GATEWAY_REFUSAL_MIN_MS - performance.now()));
}
