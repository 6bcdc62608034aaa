import { createSecretKey, type KeyObject } from "node:crypto";
import { decrypt } from "../../platform/crypto";
import { secretPlace } from "../../platform/sealed-places";
import { shared } from "../../platform/shared";

const KEYS_MAX = 1_000;
const opened = () => shared("signing-keys", () => new Map<string, KeyObject>());

/**
 * Keys are remembered, because opening one costs more than signing with it. The webhook is part of the name, so that a
 * text in another row is opened again.
 */
export function openSigningKey(webhookId: string, sealed: string): KeyObject | null {
  const keys = opened();
  const name = `${webhookId} ${sealed}`;
  const known = keys.get(name);
  if (known) return known;
  const secret = decrypt(sealed, secretPlace(webhookId));
  if (secret === null) return null;
  const key = createSecretKey(secret, "utf8");
  if (keys.size >= KEYS_MAX) keys.clear();
  keys.set(name, key);
  return key;
}
