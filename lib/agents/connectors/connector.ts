import { z } from "zod";
import type { AddressVerdict } from "../../platform/address";
import { countCodePoints } from "../../platform/characters";
import type { Issue } from "../../platform/errors";
import {
  CONNECTOR_NAME_MAX_LENGTH,
  CONNECTOR_ROOMS_MAX,
  CONNECTOR_TARGET_MAX_LENGTH,
  CONNECTOR_TOKEN_MAX_LENGTH,
  CONNECTOR_URL_MAX_LENGTH,
} from "../../platform/limits";
import { displayName } from "../../platform/text";
import { NETWORK_MODES, SESSION_STRATEGIES, TOOL_PROFILES } from "./choices";

export const ToolProfile = z.enum(TOOL_PROFILES, "choice_missing");
export type ToolProfile = z.infer<typeof ToolProfile>;

export const SessionStrategy = z.enum(SESSION_STRATEGIES, "choice_missing");
export type SessionStrategy = z.infer<typeof SessionStrategy>;

export const NetworkMode = z.enum(NETWORK_MODES, "choice_missing");
export type NetworkMode = z.infer<typeof NetworkMode>;

export const ACTION_PROFILES = {
  "test-connection": "read_only",
  "summarize-record": "read_only",
  "generate-tasks": "task_writer",
  "reply-to-room": "message_writer",
} as const satisfies Record<string, ToolProfile>;
export type ActionName = keyof typeof ACTION_PROFILES;
export const ACTION_NAMES = Object.keys(ACTION_PROFILES) as ActionName[];

export function coversProfile(held: ToolProfile, needed: ToolProfile): boolean {
  return TOOL_PROFILES.indexOf(held) >= TOOL_PROFILES.indexOf(needed);
}

/** §4 rule 4: nothing is written in a room that organizations share, whatever the profile says. */
export function narrowProfile(profile: ToolProfile, isSharedRoom: boolean): ToolProfile {
  return isSharedRoom ? "read_only" : profile;
}

export type GatewayKind = "private" | "public";

/**
 * Reach covers private addresses that the operator lists, and public ones after the accepted warning, so that no
 * address turns public without its manager's knowledge.
 */
export function readReach(networkMode: NetworkMode, isPublicAccepted: boolean): ReadonlySet<AddressVerdict> {
  if (networkMode === "public_with_proxy") return new Set(["public"]);
  return new Set(isPublicAccepted ? ["allowed", "public"] : ["allowed"]);
}

const isReadable = (text: string) => !/[\p{Cc}\p{Surrogate}]/u.test(text);

const GatewayBaseUrl = z
  .string({ error: "url_missing" })
  .trim()
  .min(1, "url_missing")
  .max(CONNECTOR_URL_MAX_LENGTH, "url_too_long")
  .refine(isReadable, "url_invalid");

/** A token travels in a header; visible ASCII cannot end its line. */
const GatewayToken = z
  .string({ error: "token_missing" })
  .trim()
  .min(1, "token_missing")
  .max(CONNECTOR_TOKEN_MAX_LENGTH, "token_too_long")
  .regex(/^[\x21-\x7e]*$/, "token_unreadable");

const Target = z
  .string()
  .trim()
  .min(1, "agent_missing")
  .refine((text) => countCodePoints(text) <= CONNECTOR_TARGET_MAX_LENGTH, "agent_too_long")
  .refine(isReadable, "agent_unreadable");

const AllowedRoomIds = z
  .array(z.string(), { error: "rooms_missing" })
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length <= CONNECTOR_ROOMS_MAX, "rooms_too_many");

const facts = {
  name: displayName(CONNECTOR_NAME_MAX_LENGTH),
  gatewayBaseUrl: GatewayBaseUrl,
  agentId: Target.nullish().transform((id) => id ?? null),
  model: Target.nullish().transform((model) => model ?? null),
  sessionStrategy: SessionStrategy,
  allowedRoomIds: AllowedRoomIds,
  toolProfile: ToolProfile,
  networkMode: NetworkMode,
  acceptsPublic: z.boolean().default(false),
  acceptsProxy: z.boolean().default(false),
};

const hasOneTarget = ({ agentId, model }: { agentId: string | null; model: string | null }) =>
  (agentId === null) !== (model === null);
const ONE_TARGET = { path: ["agentId"], error: "agent_missing" };

export const CreateConnector = z
  .object({
    ...facts,
    gatewayToken: GatewayToken,
    allowedRoomIds: AllowedRoomIds.refine((ids) => ids.length > 0, "rooms_missing"),
  })
  .refine(hasOneTarget, ONE_TARGET);
export const UpdateConnector = z
  .object({
    ...facts,
    /** Rooms of the connector that this manager cannot see stay or leave together. */
    keepsHiddenRooms: z.boolean().default(true),
  })
  .refine(hasOneTarget, ONE_TARGET);
export const RotateToken = z.object({ gatewayToken: GatewayToken });

export type CreateConnector = z.input<typeof CreateConnector>;
export type UpdateConnector = z.input<typeof UpdateConnector>;
export type RotateToken = z.input<typeof RotateToken>;

interface NetworkQuestion {
  kind: GatewayKind;
  networkMode: NetworkMode;
  acceptsPublic: boolean;
  acceptsProxy: boolean;
}

export function findNetworkIssues({ kind, networkMode, acceptsPublic, acceptsProxy }: NetworkQuestion): Issue[] {
  const isProxied = networkMode === "public_with_proxy";
  if (isProxied && kind === "private") return [{ path: "networkMode", message: "proxy_needs_public" }];
  const issues: Issue[] = [];
  if (kind === "public" && !acceptsPublic) issues.push({ path: "acceptsPublic", message: "public_not_accepted" });
  if (isProxied && !acceptsProxy) issues.push({ path: "acceptsProxy", message: "proxy_not_accepted" });
  return issues;
}

export function findRoomIssues(
  chosenIds: readonly string[],
  known: readonly { id: string; isShared: boolean }[],
  toolProfile: ToolProfile,
): Issue[] {
  if (chosenIds.length === 0) return [{ path: "allowedRoomIds", message: "rooms_missing" }];
  const rooms = new Map(known.map((room) => [room.id, room]));
  if (chosenIds.some((id) => !rooms.has(id))) return [{ path: "allowedRoomIds", message: "room_unknown" }];
  const writesShared = toolProfile !== "read_only" && chosenIds.some((id) => rooms.get(id)?.isShared);
  return writesShared ? [{ path: "toolProfile", message: "profile_shared_room" }] : [];
}

/** Calls go to `{gatewayBaseUrl}/v1/…`, so a copied address loses its final slash and `/v1`. */
export function normalizeBaseUrl(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}`;
}
