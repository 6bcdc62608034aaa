import type { z } from "zod";
import type { OwnerAccess } from "../../access/open-owner";
import { now } from "../../platform/clock";
import { type Issue, invalid } from "../../platform/errors";
import {
  findNetworkIssues,
  findRoomIssues,
  type GatewayKind,
  normalizeBaseUrl,
  type UpdateConnector,
} from "./connector";
import { checkGatewayAddress, readGatewayUrl } from "./gateway-address";
import { type Connector, hasRoomChoice, listRoomChoices } from "./queries";

type AddressVerdict = { kind: GatewayKind; baseUrl: string; problem: null } | { problem: string };
export type TypedVerdict = { kind: GatewayKind | null; problem: null } | { problem: string };

export async function checkTypedAddress(userId: string, text: string): Promise<TypedVerdict> {
  if (await hasRoomChoice(userId)) return checkAddress(text);
  const { problem } = readGatewayUrl(text.trim());
  return problem === null ? { kind: null, problem } : { problem };
}

async function checkAddress(text: string): Promise<AddressVerdict> {
  const verdict = await checkGatewayAddress(text.trim());
  if (verdict.problem !== null) return { problem: verdict.problem };
  return { kind: verdict.kind, baseUrl: normalizeBaseUrl(verdict.url), problem: null };
}

export type Facts = z.output<typeof UpdateConnector>;

export interface Network {
  baseUrl: string;
  publicAcceptedAt: Date | null;
  proxyAcceptedAt: Date | null;
}

/** An acceptance belongs to one address and one mode. */
async function checkNetwork(facts: Facts, before: Connector | null): Promise<Network | Issue[]> {
  const verdict = await checkAddress(facts.gatewayBaseUrl);
  if (verdict.problem !== null) return [{ path: "gatewayBaseUrl", message: verdict.problem }];
  const isSameUrl = before?.gatewayBaseUrl === verdict.baseUrl;
  const isProxied = facts.networkMode === "public_with_proxy";
  const publicBefore = isSameUrl ? before.publicAcceptedAt : null;
  const proxyBefore = isSameUrl && isProxied ? before.proxyAcceptedAt : null;
  const issues = findNetworkIssues({
    kind: verdict.kind,
    networkMode: facts.networkMode,
    acceptsPublic: facts.acceptsPublic || publicBefore !== null,
    acceptsProxy: facts.acceptsProxy || proxyBefore !== null,
  });
  if (issues.length > 0) return issues;
  return {
    baseUrl: verdict.baseUrl,
    publicAcceptedAt: verdict.kind === "public" ? (publicBefore ?? now()) : null,
    proxyAcceptedAt: isProxied ? (proxyBefore ?? now()) : null,
  };
}

function findTextIssues({ gatewayBaseUrl }: Facts): Issue[] {
  const { problem } = readGatewayUrl(gatewayBaseUrl);
  return problem === null ? [] : [{ path: "gatewayBaseUrl", message: problem }];
}

export async function checkConnector(access: OwnerAccess, facts: Facts, before: Connector | null) {
  const choices = await listRoomChoices(access);
  const hidden = before?.rooms.filter(({ name }) => name === null) ?? [];
  const kept = facts.keepsHiddenRooms ? hidden : [];
  const rooms = [...new Set([...facts.allowedRoomIds, ...kept.map(({ id }) => id)])];
  const issues = findRoomIssues(rooms, [...choices, ...kept], facts.toolProfile);
  // A person without a room for an agent must not make this server resolve names.
  const mayResolve = choices.length + hidden.length > 0;
  const network = mayResolve ? await checkNetwork(facts, before) : findTextIssues(facts);
  if (Array.isArray(network)) throw invalid([...network, ...issues]);
  if (issues.length > 0) throw invalid(issues);
  return { network, rooms };
}
