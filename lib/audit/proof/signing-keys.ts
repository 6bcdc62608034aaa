import { env } from "../../platform/env";
import { shared } from "../../platform/shared";
import { makeSigner, type Signer } from "./note";

/** Where the log is read: its name in every checkpoint, chosen once. */
export function originOfService(): string {
  return `${new URL(env().SVC_BASE_URL).host}/audit/log`;
}

/** The key in use first, older ones after it. Empty: this service keeps no log. */
export function openSigners(origin: string): readonly Signer[] {
  return shared(`audit-log-signers ${origin}`, () =>
    env()
      .SVC_AUDIT_LOG_KEY.split(",")
      .filter(Boolean)
      .map((entry) => makeSigner(origin, Buffer.from(entry.slice(entry.indexOf(":") + 1), "base64"))),
  );
}

/** As the operator has named them, the key in use first. */
export function listLogKeyIds(): string[] {
  return env()
    .SVC_AUDIT_LOG_KEY.split(",")
    .filter(Boolean)
    .map((entry) => entry.slice(0, entry.indexOf(":")));
}

export function isLogKept(): boolean {
  return env().SVC_AUDIT_LOG_KEY !== "";
}
