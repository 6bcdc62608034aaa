import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "./fail";
import type { Surroundings } from "./surroundings";

/** One service and one person on it. The token is not here: `secrets.ts` keeps it. */
export interface Profile {
  baseUrl: string;
  /** The organization that lists are asked of; null: the person's own area. */
  organizationId: string | null;
  email: string;
}

interface Config {
  profiles: Record<string, Profile>;
}

export function configDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (env["SVC_CONFIG_DIR"]) return env["SVC_CONFIG_DIR"];
  if (platform === "win32" && env["APPDATA"]) return join(env["APPDATA"], "svc");
  return join(env["XDG_CONFIG_HOME"] || join(homeDirectory, ".config"), "svc");
}

const fileOf = (surroundings: Surroundings) => join(configDirectory(surroundings), "config.json");

export async function readConfig(surroundings: Surroundings): Promise<Config> {
  const file = fileOf(surroundings);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{"profiles":{}}';
    throw error;
  });
  try {
    return JSON.parse(text) as Config;
  } catch {
    throw new Failure("input", `${file} is not valid JSON.`, "Repair it, or remove it and run svc login again.");
  }
}

export async function saveProfile(surroundings: Surroundings, name: string, profile: Profile | null): Promise<void> {
  const { profiles } = await readConfig(surroundings);
  const { [name]: _, ...others } = profiles;
  const config: Config = { profiles: profile === null ? others : { ...others, [name]: profile } };
  await writePrivately(fileOf(surroundings), configDirectory(surroundings), JSON.stringify(config, null, 2));
}

/** 0600 in a folder of 0700. A reader sees the old file or the new one. */
export async function writePrivately(file: string, directory: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}
