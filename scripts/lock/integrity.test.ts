import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { findIntegrityProblems, readIntegrity } from "./integrity.mjs";

const GOOD = { version: "1.0.0", integrity: "sha512-x" };
const TOOL = { version: "2.0.0", optional: true };
const EXCUSED = [["@tool/cli-", "2.0.0"]] as const;

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the lock has an integrity for every entry, but for what is excused", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Parameters<typeof findIntegrityProblems>[0];
  };
  expect(findIntegrityProblems(packages)).toEqual([]);
});

test.each([
  ["an entry without one", { "node_modules/a": { version: "1.0.0" } }, ["node_modules/a 1.0.0 has no integrity"]],
  ["a nested one", { "node_modules/b/node_modules/a": { version: "1.0.0" } }, [/a 1\.0\.0 has no integrity/]],
  ["another version of an excused tool", { "node_modules/@tool/cli-mac": { ...TOOL, version: "2.0.1" } }, [/2\.0\.1/]],
  ["a tool of a system that serves", { "node_modules/@tool/cli-linux-x64-gnu": TOOL }, [/cli-linux-x64-gnu 2/]],
  ["a tool that every system installs", { "node_modules/@tool/cli-mac": { version: "2.0.0" } }, [/2\.0\.0 has no/]],
])("%s fails", (_, packages, problems) => {
  const lock = { "": {}, "node_modules/good": GOOD, "node_modules/@tool/cli-win": TOOL, ...packages };
  expect(findIntegrityProblems(lock, EXCUSED)).toEqual(
    problems.map((problem) => (typeof problem === "string" ? problem : expect.stringMatching(problem))),
  );
});

test("links and bundled packages have none, and an excuse that nothing needs any more fails", () => {
  const packages = {
    "node_modules/linked": { link: true },
    "node_modules/a/node_modules/bundled": { version: "1.0.0", inBundle: true },
  };
  expect(findIntegrityProblems(packages, [])).toEqual([]);
  expect(findIntegrityProblems(packages, EXCUSED)).toEqual([expect.stringContaining("@tool/cli-* 2.0.0")]);
});

test("the registry tells the integrity of one version, or that it does not have it", async () => {
  const integrity = `sha512-${"A".repeat(86)}==`;
  const dist = { integrity, tarball: "http://127.0.0.1/x.tgz", shasum: "0".repeat(40) };
  const server = createServer((request, response) => {
    const isKnown = decodeURIComponent(request.url ?? "") === "/@tool/cli-mac";
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    const versions = { "2.0.0": { name: "@tool/cli-mac", version: "2.0.0", dist } };
    response.end(JSON.stringify(isKnown ? { name: "@tool/cli-mac", "dist-tags": { latest: "2.0.0" }, versions } : {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await readIntegrity("@tool/cli-mac", "2.0.0")).toBe(integrity);
  expect(await readIntegrity("@tool/cli-win", "2.0.0")).toBeNull();
  server.close();
});
