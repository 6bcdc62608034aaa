import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Trust, Verifier } from "./verifier.js";

export async function verifyFile(file: string, trust: Trust, handovers: readonly string[] = []): Promise<Verifier> {
  const verifier = new Verifier(trust);
  if (file.endsWith(".tlog-proof")) await verifier.takeProof(await readFile(file, "utf8"), handovers);
  else for await (const line of createInterface({ input: createReadStream(file) })) await verifier.takeLine(line);
  return verifier;
}
