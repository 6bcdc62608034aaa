import { readFileSync } from "node:fs";
import type { Manifest } from "../../../prisma/seed/manifest";

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}
