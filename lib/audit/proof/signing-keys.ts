import { env } from "../../platform/env";
import { shared } from "../../platform/shared";
import { makeSigner, type Signer } from "./note";

export function originOfService(): string {
  return `${new URL(env().SVC_BASE_URL).host}/audit/log`;
}

export function openSigners(origin: string): readonly Signer[] {
  return shared(`audit-log-signers ${origin}`, () =>
    env()
      .SVC_AUDIT_LOG_KEY.split(",")
      .filter(Boolean)
      .map((entry) => makeSigner(origin, Buffer.from(entry.slice(entry.indexOf(":") + 1), "base64"))),
  );
}

export function listLogKeyIds(): string[] {
  return env()
    .SVC_AUDIT_LOG_KEY.split(",")
    .filter(Boolean)
    .map((entry) => entry.slice(0, entry.indexOf(":")));
}

export function isLogKept(): boolean {
  return env().SVC_AUDIT_LOG_KEY !== "";
}
