import { join } from "node:path";
import { configDirectory } from "./config";
import type { Surroundings } from "./surroundings";

const SERVICE = "svc-cli";

/** Every answer that is no success means: not there. `write` is false where the store cannot keep a secret. */
interface SystemStore {
  readonly place: string;
  read: (name: string) => Promise<string | undefined>;
  write: (name: string, secret: string) => Promise<boolean>;
  erase: (name: string) => Promise<void>;
}

/** Secrets go to the tool by standard input: its arguments are visible to every process of the machine. */
export function findSystemStore(surroundings: Surroundings): SystemStore | null {
  if (surroundings.platform === "darwin") return openKeychain(surroundings);
  if (surroundings.platform === "win32") return openDataProtection(surroundings);
  const hasSession = surroundings.env["DBUS_SESSION_BUS_ADDRESS"];
  return surroundings.platform === "linux" && hasSession ? openSecretService(surroundings) : null;
}

function openKeychain({ runTool }: Surroundings): SystemStore {
  const item = (name: string) => ["-s", SERVICE, "-a", name];
  return {
    place: "the macOS keychain",
    read: async (name) => readOutput(await runTool("security", ["find-generic-password", ...item(name), "-w"], "")),
    // `security -i` reads whole commands from standard input. Names and tokens have no quotes in them.
    write: async (name, secret) => {
      const command = `add-generic-password -U -s ${SERVICE} -a "${name}" -w "${secret}"\n`;
      if (/["\\\n]/.test(name + secret)) return false;
      return (await runTool("security", ["-i"], command)).code === 0;
    },
    erase: async (name) => void (await runTool("security", ["delete-generic-password", ...item(name)], "")),
  };
}

function openSecretService({ runTool }: Surroundings): SystemStore {
  const item = (name: string) => ["service", SERVICE, "account", name];
  return {
    place: "the system's keyring",
    read: async (name) => readOutput(await runTool("secret-tool", ["lookup", ...item(name)], "")),
    write: async (name, secret) =>
      (await runTool("secret-tool", ["store", "--label", `svc ${name}`, ...item(name)], secret)).code === 0,
    erase: async (name) => void (await runTool("secret-tool", ["clear", ...item(name)], "")),
  };
}

/** A file for each secret, sealed by Windows for this user: no other account of the machine opens it. */
function openDataProtection(surroundings: Surroundings): SystemStore {
  const fileOf = (name: string) =>
    join(configDirectory(surroundings), `${Buffer.from(name).toString("base64url")}.sealed`);
  const run = (script: string, input = "") =>
    surroundings.runTool("powershell", ["-NoProfile", "-NonInteractive", "-Command", script], input);
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return {
    place: "a file that Windows seals for you",
    read: async (name) =>
      readOutput(
        await run(
          `$s = Get-Content -Raw ${quote(fileOf(name))} -ErrorAction Stop | ConvertTo-SecureString; [Net.NetworkCredential]::new('', $s).Password`,
        ),
      ),
    write: async (name, secret) => {
      const file = fileOf(name);
      const script = `New-Item -Force -ItemType Directory (Split-Path ${quote(file)}) | Out-Null; [Console]::In.ReadToEnd().Trim() | ConvertTo-SecureString -AsPlainText -Force | ConvertFrom-SecureString | Set-Content -NoNewline ${quote(file)}`;
      return (await run(script, secret)).code === 0;
    },
    erase: async (name) => void (await run(`Remove-Item -Force ${quote(fileOf(name))}`)),
  };
}

function readOutput({ code, output }: { code: number | null; output: string }): string | undefined {
  const text = output.trim();
  return code === 0 && text !== "" ? text : undefined;
}
