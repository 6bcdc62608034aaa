import { SCOPES, type Scope } from "../access/scopes";

export const KEY_NAME_MAX_LENGTH = 100;

export const EXPIRY_CHOICES = ["none", "30", "90", "365", "date"] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(":read"));
export const PRESETS = {
  readEverything: READ_SCOPES,
  basics: ["me:read", "organizations:read", "rooms:read", "messages:read"],
  webhookOperator: ["rooms:read", "webhooks:read", "webhooks:write", "events:read"],
} as const satisfies Record<string, readonly Scope[]>;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];
