import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./process/run-command.mjs";

/**
 * npm run conformance:mcp: the protocol's own conformance scenarios against the running service. It needs Node 22 and the
 * package registry, so it is no part of npm test.
 */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
const SUITE = "@modelcontextprotocol/conformance@0.1.16";
const TOKEN = ["--user", "owner", "--scopes", "all", "--audience", "mcp"];

const { code, output } = await runCommand(process.execPath, ["--import", "tsx", "scripts/svc.ts", "token", ...TOKEN]);
const token = /^svc_at_\S+$/m.exec(output)?.[0];
if (code !== 0 || token === undefined) {
  console.error(output);
  process.exit(1);
}
const target = new URL(process.env["SVC_BASE_URL"] ?? "http://localhost:3000");

/** The suite knows no credentials. Everything else passes unchanged: it tests Host and Origin. */
const door = createServer((incoming, answer) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
  const { method, url: path } = incoming;
  const forwarded = request({ hostname: target.hostname, port: target.port, method, path, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  forwarded.once("error", () => answer.destroy());
  incoming.pipe(forwarded);
});
await new Promise((resolve) => door.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (door.address());
const results = mkdtempSync(join(tmpdir(), "svc-conformance-"));
let failed = 0;
for (const scenario of SCENARIOS) {
  const suite = ["-y", "-p", "node@22", "-p", SUITE, "conformance", "server", "-o", results];
  const args = [...suite, "--url", `http://localhost:${port}/mcp`, "--scenario", scenario];
  const run = await runCommand("npx", args, { shell: process.platform === "win32" });
  console.log(`${run.code === 0 ? "✓" : "✗"} ${scenario}`);
  if (run.code !== 0) console.error(run.output);
  failed += run.code === 0 ? 0 : 1;
}
rmSync(results, { recursive: true, force: true });
door.close();
process.exitCode = failed === 0 ? 0 : 1;
