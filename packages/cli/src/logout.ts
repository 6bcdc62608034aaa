import type { Command } from "commander";
import { SvcApiError } from "../../sdk/src/errors";
import { saveProfile } from "./config";
import { openSecretStore } from "./secrets";
import { secretName } from "./session";
import type { Svc } from "./svc";

export function registerLogout(program: Command, svc: Svc): void {
  program
    .command("logout")
    .description("sign out, here and at the service")
    .action(async () => {
      const { surroundings, options, output } = svc;
      const { baseUrl, service } = await svc.connectAsPerson();
      try {
        await service.send({ method: "DELETE", path: "/api/cli/session" });
      } catch (error) {
        // The session has ended already, for instance in the settings: only the token is left to remove.
        if (!(error instanceof SvcApiError && error.status === 401)) throw error;
      }
      await openSecretStore(surroundings).erase(secretName(options.profile, baseUrl));
      await saveProfile(surroundings, options.profile, null);
      output.result({ baseUrl, ended: true }, () => `Signed out of ${baseUrl}.`);
    });
}
