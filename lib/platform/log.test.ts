import { afterEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { log } from "./log";

const written: string[] = [];

function openLog() {
  vi.stubEnv("SVC_LOG_LEVEL", "info");
  resetShared();
  const logger = log();
  const stream = Object.getOwnPropertySymbols(logger)
    .map((symbol) => Reflect.get(logger, symbol) as unknown)
    .find((value): value is { write(line: string): void } => value instanceof Object && "write" in value);
  if (!stream) throw new Error("The log has no stream.");
  vi.spyOn(stream, "write").mockImplementation((line) => void written.push(line));
  return logger;
}
const readLine = () => JSON.parse(written.splice(0).join("")) as Record<string, unknown>;

afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

test("an error keeps its code under a name that is not censored", () => {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  openLog().error({ error: Object.assign(new Error("failed", { cause }), { code: "P0001" }) }, "seen");
  expect(readLine()).toMatchObject({ error: { errorCode: "P0001", cause: { errorCode: "ECONNRESET" } } });
});

test("an OAuth code and other secrets are censored at every depth that log calls have", () => {
  openLog().info({ code: "c", grant: { code: "c", token: "t", inner: { code: "c" } } }, "seen");
  expect(readLine()).toMatchObject({
    code: "[redacted]",
    grant: { code: "[redacted]", token: "[redacted]", inner: { code: "[redacted]" } },
  });
});
