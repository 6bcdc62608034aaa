import type { Command } from "commander";
import type { Svc } from "./svc";

interface KeyRow {
  id: string;
  name: string;
  maskedKey: string;
  state: string;
  owner: { kind: "user" | "organization"; name?: string };
  scopes: string[];
  lastUsedAt: string | null;
  expiresAt: string | null;
}

export function registerKeys(program: Command, svc: Svc): void {
  program
    .command("keys")
    .description("API keys")
    .command("list")
    .description("the API keys that you manage; create and revoke them in the settings (svc open keys)")
    .action(async () => {
      const { service } = await svc.connectAsPerson();
      const { keys } = await service.send<{ keys: KeyRow[] }>({ method: "GET", path: "/api/cli/keys" });
      svc.output.rows(
        keys,
        [
          ["id", ({ id }) => id],
          ["name", ({ name }) => name],
          ["key", ({ maskedKey }) => maskedKey],
          ["owner", ({ owner }) => owner.name ?? "you"],
          ["state", ({ state }) => state],
          ["last used", ({ lastUsedAt }) => lastUsedAt],
          ["expires", ({ expiresAt }) => expiresAt],
        ],
        "You cannot manage API keys.",
      );
    });
}
