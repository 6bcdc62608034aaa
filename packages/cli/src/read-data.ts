import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Failure } from "./fail";
import type { Surroundings } from "./surroundings";

/** A JSON object: as it is, from a file (`@file`), or from standard input (`@-`). */
export async function readData(
  { stdin }: Pick<Surroundings, "stdin">,
  given: string,
): Promise<Record<string, unknown>> {
  const source = given.startsWith("@") ? given.slice(1) : "";
  const content = source === "" ? given : source === "-" ? await text(stdin) : await readTextFile(source);
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Failure("input", `--data is no JSON: ${reason}`);
  }
  throw new Failure("input", "--data is JSON, but no object.", 'It looks like {"title": "…"}.');
}

function readTextFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Failure("input", `${file} cannot be read (${error.code}).`);
  });
}

/** Collects the values of an option that may be repeated. */
export function collectValues(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
