import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { buildRequest, writeCurl } from "./call-request";
import { nameCall } from "./openapi";
import { readReference } from "./operations";
import { writeSnippets } from "./snippets";

const BASE_URL = "https://api.example.com";
const { operations } = readReference();

test("names an operation by its path and the first word of its id", () => {
  expect(nameCall("/v1/rooms/{roomId}/tasks/{taskId}", "readTask")).toBe("rooms.tasks.get");
  expect(nameCall("/v1/event-types", "listEventTypes")).toBe("eventTypes.list");
  expect(nameCall("/v1/rooms/{roomId}/files/{fileId}/download", "downloadFile")).toBe("rooms.files.download");
});

test("writes TypeScript that fits the client's types", async () => {
  const folder = mkdtempSync(join(process.cwd(), ".snippets-"));
  try {
    for (const operation of operations) {
      const { typescript } = writeSnippets(operation, operation.sample, BASE_URL);
      writeFileSync(join(folder, `${operation.id}.ts`), `${typescript}\nexport {};\n`);
    }
    // One deliberate mistake proves that the compiler has looked.
    writeFileSync(join(folder, "mistake.ts"), 'export const mistake: number = "";\n');
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: "ES2022",
      module: "ESNext",
      moduleResolution: "bundler",
      lib: ["ES2023", "DOM"],
      types: ["node"],
      skipLibCheck: true,
      paths: { "@svc/sdk": ["../packages/sdk/src/index.ts"] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const compiler = ["node_modules/typescript/bin/tsc", "--project", folder];
    const { stdout } = await promisify(execFile)(process.execPath, compiler).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout.trim().split("\n")).toEqual([expect.stringContaining("mistake.ts(1,14): error TS2322")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("quotes for the shell and leaves the credential to the environment", () => {
  const shape = { method: "POST", path: "/v1/rooms/{roomId}/messages", kind: "write" } as const;
  const values = { path: { roomId: "a/b" }, query: {}, body: { body: "It's $HOME" } };
  expect(writeCurl(shape, values, BASE_URL)).toBe(
    [
      "curl -X POST 'https://api.example.com/v1/rooms/a%2Fb/messages'",
      '-H "Authorization: Bearer $SVC_ACCESS_TOKEN"',
      '-H "Idempotency-Key: $(uuidgen)"',
      '-H "Content-Type: application/json"',
      String.raw`--data-raw '{"body":"It'\''s $HOME"}'`,
    ].join(" \\\n  "),
  );
});

test("leaves out empty query values and sends a body only if there is one", () => {
  const shape = { method: "GET", path: "/v1/rooms", kind: "read" } as const;
  const values = { path: {}, query: { limit: "5", cursor: "" }, body: null };
  expect(buildRequest(shape, values, { credential: "key", idempotencyKey: "" })).toEqual({
    method: "GET",
    target: "/v1/rooms?limit=5",
    headers: { Authorization: "Bearer key" },
    body: null,
  });
});

test("writes Python names, numbers and literals", () => {
  const operation = operations.find(({ id }) => id === "listDeliveries");
  if (!operation) throw new Error("listDeliveries is not described");
  const { python } = writeSnippets(operation, operation.sample, BASE_URL);
  expect(python).toContain("for item in client.rooms.webhooks.deliveries.list(");
  expect(python).toContain("    limit=50,");
  expect(python).toContain('api_key=os.environ["SVC_API_KEY"]');
});
