import { decrypt, encrypt } from "../../platform/crypto";
import { headerPlace } from "../../platform/sealed-places";

export function sealHeaders(webhookId: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const seal = ([name, value]: [string, string]) => [name, encrypt(value, headerPlace(webhookId, name))];
  return Object.fromEntries(Object.entries(headers).map(seal));
}

export function openHeaders(
  webhookId: string,
  sealed: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sealed)) {
    const opened = decrypt(value, headerPlace(webhookId, name));
    if (opened === null) return null;
    headers[name] = opened;
  }
  return headers;
}
