import { readFileSync } from "node:fs";
import { parseEnv as parseFile } from "node:util";
import { expect, test } from "vitest";
import { ENV_NAMES, parseEnv } from "./env";

const example = parseFile(readFileSync(".env.example", "utf8"));

test(".env.example names exactly the variables that are read", () => {
  expect(Object.keys(example).sort()).toEqual([...ENV_NAMES].sort());
});

test("what .env.example shows is what is used without it", () => {
  const needed = {
    DATABASE_URL: "postgresql://127.0.0.1/x",
    SVC_SESSION_SECRET: "s".repeat(32),
    SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=`,
  };
  expect(parseEnv({ ...example, ...needed })).toEqual(parseEnv(needed));
});
