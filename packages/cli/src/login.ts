import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { Transport } from "../../sdk/src/transport";
import { readConfig, saveProfile } from "./config";
import { Failure } from "./fail";
import { clean } from "./print";
import { openSecretStore } from "./secrets";
import { findBaseUrl, findOrganization, openConnection, readWhoAmI, secretName } from "./session";
import type { Svc } from "./svc";

interface StartedLogin {
  code: string;
  secret: string;
  verificationUrl: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

type Poll = { status: "pending" | "slow_down" | "denied" | "expired" } | { status: "approved"; token: string };

const DEVICE_NAME_MAX = 64;

export function registerLogin(program: Command, svc: Svc): void {
  program
    .command("login")
    .description("sign in: open the printed link and approve")
    .option("--no-browser", "print the link only, to open on any device")
    .option("--device-name <name>", "the name of this device in lists", svc.surroundings.deviceName)
    .addHelpText(
      "after",
      "\nThe session lasts 30 days. It is listed, and can be ended, under Authorized apps and devices in the settings.",
    )
    .action((options: { browser: boolean; deviceName: string }) => login(svc, options));
}

async function login(svc: Svc, { browser, deviceName }: { browser: boolean; deviceName: string }): Promise<void> {
  const { surroundings, output, options } = svc;
  const baseUrl = await findBaseUrl(surroundings, options);
  const credential = { read: async () => "", renew: async () => false };
  const settings = { baseUrl, fetch: surroundings.fetch, appInfo: "svc-cli" };
  const transport = new Transport(settings, credential);
  const name = [...(clean(deviceName).trim() || "unnamed")].slice(0, DEVICE_NAME_MAX).join("");
  const started = await transport.send<StartedLogin>({
    method: "POST",
    path: "/api/cli/login",
    body: { deviceName: name },
  });
  const link = `${started.verificationUrl}?code=${started.code}`;
  output.error(`Open ${output.paint("strong", link)}`);
  if (browser && surroundings.stdout.isTTY && (await surroundings.openBrowser(link))) {
    output.note(`Your browser opens. Approve only if it shows the code ${started.code}.`);
  }
  const token = await waitForApproval(svc, transport, started);
  const connection = openConnection(surroundings, { baseUrl, token, kind: "session", organizationId: null });
  const { user, contexts, session } = await readWhoAmI(connection);
  const own = contexts.find(({ kind }) => kind === "organization")?.id ?? null;
  const organizationId =
    options.organization === undefined ? own : await findOrganization(connection, options.organization);
  const store = openSecretStore(surroundings);
  await endEarlier(svc, baseUrl);
  await store.write(secretName(options.profile, baseUrl), token);
  await saveProfile(surroundings, options.profile, { baseUrl, organizationId, email: user.email });
  const context = contexts.find(({ id }) => id === organizationId)?.name ?? "Personal";
  output.result({ baseUrl, user, organizationId, session }, () =>
    [
      `${output.paint("good", "Signed in")} as ${clean(user.name)} (${clean(user.email)}), working in ${clean(context)}.`,
      `The token is stored in ${store.place}.`,
    ].join("\n"),
  );
}

async function waitForApproval(svc: Svc, transport: Transport, started: StartedLogin): Promise<string> {
  const { signal } = svc.surroundings;
  const body = { secret: started.secret };
  let waitMs = started.intervalSeconds * 1000;
  const endsAt = Date.now() + started.expiresInSeconds * 1000;
  svc.output.note("Waiting for your approval…");
  while (Date.now() < endsAt) {
    await sleep(waitMs, undefined, { signal });
    const poll = await transport.send<Poll>({ method: "POST", path: "/api/cli/login/poll", body });
    if (poll.status === "approved") return poll.token;
    if (poll.status === "denied") throw new Failure("authentication", "The sign-in was denied in the browser.");
    if (poll.status === "expired") break;
    if (poll.status === "slow_down") waitMs += 1_000;
  }
  throw new Failure("authentication", "The code has expired.", "Run svc login again.");
}

/** A session that nothing can use any more should not stay open for 30 days. */
async function endEarlier({ surroundings, options }: Svc, baseUrl: string): Promise<void> {
  const earlier = (await readConfig(surroundings)).profiles[options.profile]?.baseUrl ?? baseUrl;
  const store = openSecretStore(surroundings);
  const token = await store.read(secretName(options.profile, earlier));
  if (token === undefined) return;
  const connection = openConnection(surroundings, { baseUrl: earlier, token, kind: "session", organizationId: null });
  await connection.service.send({ method: "DELETE", path: "/api/cli/session" }).catch(() => undefined);
  await store.erase(secretName(options.profile, earlier));
}
