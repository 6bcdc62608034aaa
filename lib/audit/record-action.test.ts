import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACTIONS, ADMINISTRATION_ACTIONS } from "./record-action";

test("lists exactly the administrative actions that are recorded", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const sources = files.map((file) => readFileSync(`lib/${file}`, "utf8"));
  const recording = sources.filter(
    (source) => /\brecord\w*Action\w*\(/.test(source) && /\bAdminAccess\b|svc-server setup/.test(source),
  );
  const recorded = ACTIONS.filter((action) => recording.some((source) => source.includes(`"${action}"`)));
  expect(recording.length).toBeGreaterThan(5);
  expect([...ADMINISTRATION_ACTIONS].sort()).toEqual(recorded.toSorted());
});
