import { inject } from "vitest";
import type { Manifest } from "../../../prisma/seed/manifest";
import { readManifest } from "./manifest";

/**
 * The running service of the tests in e2e/http, and its demo.
 *
 *   const demo = useDemo();
 *   const response = await fetch(`${demo.baseUrl}/v1/me`, { headers: { "x-api-key": demo.apiKeys.user.key } });
 */
export function useDemo(): Manifest {
  return readManifest(inject("manifestFile"));
}
