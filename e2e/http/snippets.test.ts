import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readReference } from "../../lib/docs/surface/operations";
import { writeSnippets } from "../../lib/docs/surface/snippets";
import { noteUntested } from "../support/tables/untested";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "svc-snippets-"));
const CREDENTIALS = { SVC_API_KEY: "the-key", SVC_ACCESS_TOKEN: "the-token" };

/** Between quotes, each of these languages reads some of this in a way of its own. */
const TITLE = 'It\'s "$HOME" #{1 + 1} `id` \\n 議事録\nsecond line';

const LANGUAGES = {
  go: { file: "call.go", needs: ["go", "version"], start: ["go", "run", "call.go"] },
  php: { file: "call.php", needs: ["php", "-r", "curl_version();"], start: ["php", "call.php"] },
  ruby: { file: "call.rb", needs: ["ruby", "-rnet/http", "-e", ""], start: ["ruby", "call.rb"] },
} as const;

const { operations } = readReference();
const received: { request: IncomingMessage; body: string }[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ request, body });
    response.end('{"id":"task_1"}');
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

for (const language of ["go", "php", "ruby"] as const) {
  const { file, needs, start } = LANGUAGES[language];
  const [command, ...parameters] = needs;
  if (spawnSync(command, parameters).status !== 0) {
    noteUntested(`snippets in ${language}`, `This fails: ${needs.join(" ")}`);
    continue;
  }

  test(`a snippet in ${language} sends the request that it shows`, async () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const id of ["listTasks", "createTask", "redeliver"]) {
      const operation = operations.find((each) => each.id === id);
      if (!operation) throw new Error(`${id} is not described`);
      const body = { title: TITLE, boardId: null, isOpen: true, counts: [1, 1.5], empty: {} };
      const values = { ...operation.sample, body: operation.sample.body === null ? null : body };
      writeFileSync(join(folder, file), `${writeSnippets(operation, values, baseUrl)[language]}\n`);
      const [program, ...rest] = start;
      const { stdout } = await run(program, rest, { cwd: folder, env: { ...process.env, ...CREDENTIALS } });
      expect(stdout).toMatch(/^200[^{]*\{"id":"task_1"\}\s*$/);
      const [call] = received.splice(0);
      const { headers, method, url } = call?.request ?? {};
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => operation.sample.path[name] ?? "");
      expect([method, url?.split("?")[0]]).toEqual([operation.method, path]);
      expect(headers?.authorization).toBe(`Bearer ${operation.kind === "write" ? "the-token" : "the-key"}`);
      if (operation.kind === "read") expect(headers).not.toHaveProperty("idempotency-key");
      else expect(headers?.["idempotency-key"]).toMatch(/^[\w-]{26,36}$/);
      expect(call?.body === "" ? null : JSON.parse(call?.body ?? "")).toEqual(values.body);
    }
  });
}
