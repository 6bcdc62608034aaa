import type { ActorType, ClientType } from "./app";

export interface AppRow {
  id: string;
  clientId: string;
  name: string;
  developerName: string;
  websiteUrl: string | null;
  clientType: "PUBLIC" | "CONFIDENTIAL";
  actorType: "USER" | "AGENT";
  allowedScopes: string[];
  redirectUris: string[];
  isActive: boolean;
  createdByName: string | null;
  createdAt: Date;
  updatedAt: Date;
  liveGrants: number;
  lastUsedAt: Date | null;
}

export interface AppSummary
  extends Omit<AppRow, "clientType" | "actorType" | "createdAt" | "updatedAt" | "lastUsedAt"> {
  clientType: ClientType;
  actorType: ActorType;
  createdAt: string;
  /** An edit names it, so that it cannot undo an edit that it has not seen. */
  updatedAt: string;
  lastUsedAt: string | null;
}

export function presentApp(row: AppRow): AppSummary {
  return {
    ...row,
    clientType: row.clientType === "PUBLIC" ? "public" : "confidential",
    actorType: row.actorType === "USER" ? "user" : "agent",
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

export interface SecretRow {
  id: string;
  last4: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/** Holds nothing that authenticates. */
export interface SecretSummary {
  id: string;
  last4: string;
  createdAt: string;
  expiresAt: string | null;
}

export function presentSecret({ id, last4, createdAt, expiresAt }: SecretRow): SecretSummary {
  return { id, last4, createdAt: createdAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
}
