import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { Failure } from "../../packages/cli/src/fail";
import type { Svc } from "../../packages/cli/src/svc";
import type { Manifest } from "../../prisma/seed/manifest";

const demoFile = () => join(process.env["SVC_DATA_DIR"] || ".data", "demo.json");

function readDemo(): Manifest | null {
  try {
    return JSON.parse(readFileSync(demoFile(), "utf8")) as Manifest;
  } catch {
    return null;
  }
}

/** The service that npm start runs in this folder, if its demo was seeded. */
export function findDemoUrl(): string | undefined {
  return readDemo()?.baseUrl;
}

/** The variables of the examples in README.md and the guides. */
function listVariables(demo: Manifest): Record<string, string> {
  return {
    SVC_URL: demo.baseUrl,
    SVC_BASE_URL: demo.baseUrl,
    SVC_API_KEY: demo.apiKeys.orgReadOnly.key,
    SVC_ROOM_ID: demo.rooms.general.id,
    SVC_MESSAGE_ID: demo.messages.first.id,
    SVC_TASK_ID: demo.tasks.open.id,
    SVC_WEBHOOK_ID: demo.webhooks.v2.id,
    SVC_WEBHOOK_SECRET: demo.webhooks.v2.secret,
    SVC_CLIENT_ID: demo.oauthApps.public.clientId,
  };
}

/** The token needs the running service; the other variables do not. */
async function issueOwnerToken({ output }: Svc): Promise<string | null> {
  const { issueToken } = await import("./token");
  return issueToken({ user: "owner", scopes: "all" })
    .then(({ token }) => token)
    .catch((error: unknown) => {
      output.error(`SVC_ACCESS_TOKEN is left out. ${error instanceof Error ? error.message : ""}`.trim());
      return null;
    });
}

export function registerDemo(program: Command, svc: Svc): void {
  program
    .command("demo")
    .description("the demo that npm start seeds")
    .command("env")
    .description('print the variables of the examples: eval "$(npm run -s svc -- demo env)"')
    .action(async () => {
      const demo = readDemo();
      if (demo === null) {
        throw new Failure("input", `${demoFile()} cannot be read.`, "Run npm start once: it seeds the demo.");
      }
      const token = await issueOwnerToken(svc);
      const variables = { ...listVariables(demo), ...(token === null ? {} : { SVC_ACCESS_TOKEN: token }) };
      const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
      svc.output.result(variables, () =>
        Object.entries(variables)
          .map(([name, value]) => `export ${name}=${quote(value)}`)
          .join("\n"),
      );
    });
}
