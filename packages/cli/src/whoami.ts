import type { Command } from "commander";
import { readConfig } from "./config";
import { clean } from "./print";
import { readWhoAmI } from "./session";
import type { Svc } from "./svc";

export function registerWhoami(program: Command, svc: Svc): void {
  program
    .command("whoami")
    .description("show who is signed in, the device and the organization in use")
    .action(async () => {
      const { output, surroundings, options } = svc;
      const connection = await svc.connectAsPerson();
      const found = await readWhoAmI(connection);
      const { session, user, contexts } = found;
      const kept = (await readConfig(surroundings)).profiles[options.profile]?.organizationId ?? null;
      const context = contexts.find(({ id }) => id === kept);
      const others = contexts.filter(({ kind, id }) => kind === "organization" && id !== kept);
      output.result({ baseUrl: connection.baseUrl, ...found, organizationId: kept }, () =>
        [
          `${output.paint("strong", clean(user.name))} (${clean(user.email)}) at ${connection.baseUrl}`,
          `Workspace: ${context ? clean(context.name) : "Personal"}`,
          ...(others.length > 0
            ? [`Also in: ${others.map(({ name }) => clean(name)).join(", ")} (--organization)`]
            : []),
          `Device: ${clean(session.deviceName)}, signed in until ${session.expiresAt.slice(0, 10)}`,
          ...(surroundings.env["SVC_API_KEY"]
            ? [`SVC_API_KEY is set: commands that take a key use it in place of this sign-in.`]
            : []),
        ].join("\n"),
      );
    });
}
