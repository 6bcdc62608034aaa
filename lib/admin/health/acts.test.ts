import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACTS } from "../../audit/record-action";
import { ADMINISTRATION_ACTS } from "./acts";

test("lists exactly the acts that a proof of administration allows", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const sources = files.map((file) => readFileSync(`lib/${file}`, "utf8"));
  const recording = sources.filter(
    (source) => /\brecord\w*Action\w*\(/.test(source) && /\bAdminAccess\b|svc-server setup/.test(source),
  );
  const recorded = ACTS.filter((act) => recording.some((source) => source.includes(`"${act}"`)));
  expect(recording.length).toBeGreaterThan(5);
  expect([...ADMINISTRATION_ACTS].sort()).toEqual(recorded.toSorted());
});
