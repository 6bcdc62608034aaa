import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configDirectory, writePrivately } from "./config";
import { Failure } from "./fail";
import type { Surroundings } from "./surroundings";
import { findSystemStore } from "./system-store";

/** Keeps the tokens of sessions, each under the name of its profile and service. */
export interface SecretStore {
  readonly place: string;
  read: (name: string) => Promise<string | undefined>;
  write: (name: string, secret: string) => Promise<void>;
  erase: (name: string) => Promise<void>;
}

/** The system's store where it works, else a file that only its owner reads. SVC_SECRET_STORE=file asks for the file. */
export function openSecretStore(surroundings: Surroundings): SecretStore {
  const file = openFileStore(surroundings);
  const system = surroundings.env["SVC_SECRET_STORE"] === "file" ? null : findSystemStore(surroundings);
  if (system === null) return file;
  return {
    place: system.place,
    read: async (name) => (await system.read(name)) ?? (await file.read(name)),
    write: async (name, secret) => {
      // A machine without a keyring, such as a server, falls back to the file.
      if (!(await system.write(name, secret))) return file.write(name, secret);
      await file.erase(name);
    },
    erase: async (name) => {
      await system.erase(name);
      await file.erase(name);
    },
  };
}

function openFileStore(surroundings: Surroundings): SecretStore {
  const directory = configDirectory(surroundings);
  const file = join(directory, "secrets.json");
  const readAll = async (): Promise<Record<string, string>> => {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw error;
    });
    try {
      return JSON.parse(text) as Record<string, string>;
    } catch {
      throw new Failure("input", `${file} is not valid JSON.`, "Remove it and run svc login again.");
    }
  };
  const change = async (name: string, secret: string | undefined) => {
    const { [name]: earlier, ...others } = await readAll();
    if (earlier === secret) return;
    const all = secret === undefined ? others : { ...others, [name]: secret };
    await writePrivately(file, directory, JSON.stringify(all));
  };
  return {
    place: file,
    read: async (name) => (await readAll())[name],
    write: change,
    erase: (name) => change(name, undefined),
  };
}
