import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceGraph } from "../support/source-graph";

const graph = readSourceGraph(process.cwd());
const SHARED = "lib/platform/shared.ts#shared";
/** Reading the environment fails only at the start, before a second module graph exists. */
const AT_START_ONLY = "lib/platform/env.ts#EnvError";

const ownClasses = new Set(
  graph.files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(
      ([, name]) => `${file}#${name}`,
    ),
  ),
);
const listClasses = (place: string) =>
  [...graph.reach(place)].filter((reached) => ownClasses.has(reached) && reached !== AT_START_ONLY);
const sharing = graph
  .listPlaces()
  .filter((place) =>
    graph.readMentions(place).some((mention) => graph.resolve(place.replace(/#.*/, ""), mention) === SHARED),
  );

test("the check sees the classes that a declaration leads to", () => {
  expect(sharing).toContain("lib/webhooks/client.ts#webhookClient");
  expect(sharing.length).toBeGreaterThan(25);
  expect(listClasses("lib/files/open-storage.ts#fileStorage")).toEqual(["lib/platform/errors.ts#AppError"]);
});

test("nothing shared between the module graphs throws or compares one of our classes", () => {
  expect(sharing.flatMap((place) => listClasses(place).map((name) => `${place} leads to ${name}`))).toEqual([]);
});
