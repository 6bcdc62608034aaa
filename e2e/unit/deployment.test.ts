import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ENV_NAMES } from "../../lib/platform/env";
import { COMMANDS } from "../../scripts/server/command-line.mjs";

const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) });

const text = readFileSync("compose.yaml", "utf8");
const { services, volumes } = Compose.parse(parse(text, { merge: true }));
const example = parseEnv(readFileSync("ops/compose.env.example", "utf8"));
const dockerfile = readFileSync("Dockerfile", "utf8");

/** A full version, so that two pulls bring the same program. */
const PINNED = /^[\w./-]+:(?:v?\d+\.\d+(?:\.\d+)?(?:-[\w.-]+)?)$/;

test("every image is pinned by its version", () => {
  const bases = [...dockerfile.matchAll(/^ARG NODE_IMAGE=(\S+)$/gm)].map(([, image]) => image);
  expect(bases).toHaveLength(1);
  expect(dockerfile.match(/^FROM .+$/gm)).toHaveLength(2);
  expect(dockerfile.match(/^FROM \$\{NODE_IMAGE\}(?: AS build)?$/gm)).toHaveLength(2);
  for (const image of [...Object.values(services).map((service) => service.image), ...bases])
    expect(image).toMatch(PINNED);
});

test("processes of the service write to their volume and to memory alone", () => {
  for (const name of ["api", "web", "worker", "migrate"])
    expect([name, services[name]]).toMatchObject([name, { read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"] }]);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
});

test("the service is no superuser of PostgreSQL, and only its bucket is reached from outside", () => {
  expect(Object.keys(services["postgres"]?.environment ?? {})).not.toContain("POSTGRES_USER");
  expect(readFileSync("ops/create-databases.sh", "utf8")).not.toContain("SUPERUSER");
  const [, files = ""] = /^\{\$FILES_DOMAIN\} \{\n(.+?)^\}/ms.exec(readFileSync("ops/Caddyfile", "utf8")) ?? [];
  expect(files.replace(/\s+/g, " ").trim()).toBe("handle /svc-files/* { reverse_proxy files:8333 } respond 404");
});

test("names that compose.yaml uses are there", () => {
  for (const [name, { depends_on: needs = [], volumes: mounts = [] }] of Object.entries(services)) {
    for (const needed of Array.isArray(needs) ? needs : Object.keys(needs))
      expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([needed])]);
    for (const [source = ""] of mounts.map((mount) => mount.split(":")).filter(([source]) => !source?.startsWith(".")))
      expect([name, Object.keys(volumes)]).toEqual([name, expect.arrayContaining([source])]);
  }
});

test("the service gets variables that it reads, and the example names those that are asked for", () => {
  const given = Object.keys(services["web"]?.environment ?? {});
  expect(given.filter((name) => !ENV_NAMES.includes(name))).toEqual(["SVC_BACKUP_KEY"]);
  for (const name of ["api", "web", "worker", "migrate"])
    expect(services[name]).toMatchObject({ env_file: [{ path: "settings.env", required: false }] });
  const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
  expect(Object.keys(example).sort()).toEqual([...asked].sort());
});

test("the commands are those of svc-server", () => {
  const commands = ["api", "web", "worker", "migrate"].map((name) => services[name]?.command?.join(" "));
  expect(commands).toEqual(["serve --role api", "serve --role web", "serve --role worker", "migrate apply"]);
  expect(dockerfile).toContain('"scripts/server.mjs"]\nCMD ["serve", "--role", "all"]');
});

test("both proxies lead the same paths to the role api", () => {
  const [, paths = ""] = /@programs path (.+)$/m.exec(readFileSync("ops/Caddyfile", "utf8")) ?? [];
  const { ingress } = parse(readFileSync("ops/helm/svc/values.yaml", "utf8")) as { ingress: { programs: string[] } };
  // A prefix of the chart is a path and all below it.
  const prefixes = new Set(paths.split(" ").map((path) => path.replace("/*", "")));
  expect([...prefixes].sort()).toEqual(ingress.programs.toSorted());
});

test("docs/operating.md explains each variable once, those of the scripts included", () => {
  const operating = readFileSync("docs/operating.md", "utf8");
  const [, section = ""] = /^### Environment variables$(.+?)^## /ms.exec(operating) ?? [];
  // The first cell of each row, and the sentence below the table about the scripts.
  const rows = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = ""]) => cell);
  const [scripts = ""] = /^The scripts also read .+$/m.exec(section) ?? [];
  const listNames = (text: string) => [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name);
  expect(rows.flatMap(listNames).sort()).toEqual([...ENV_NAMES].sort());
  expect(listNames(scripts).sort()).toEqual(["SVC_BACKUP_KEY", "SVC_BUILD_DIR", "SVC_ENV_FILE"]);
});

test("docs/operating.md names no variable that nothing reads", () => {
  const operating = readFileSync("docs/operating.md", "utf8");
  const named = [
    ...operating.matchAll(/\b((?:SVC|DATABASE|OTEL|INNGEST|UPSTASH)_[A-Z0-9]+(?:_[A-Z0-9]+)*)(_\b|_…|_\*)?/g),
  ];
  const known = [...ENV_NAMES, "SVC_BACKUP_KEY", "SVC_BUILD_DIR", "SVC_ENV_FILE", "INNGEST_BIN"];
  const isKnown = (name: string, isGroup: boolean) =>
    isGroup ? known.some((other) => other.startsWith(`${name}_`)) : known.includes(name);
  expect(named.filter(([, name = "", rest]) => !isKnown(name, rest !== undefined)).map(([text]) => text)).toEqual([]);
});

test("docs/operating.md shows every command of svc-server, and no other", () => {
  const operating = readFileSync("docs/operating.md", "utf8");
  const shown = [...operating.matchAll(/npm run svc-server -- ([a-z]+(?:[- ][a-z]+)*)/g)].map(([, name = ""]) => name);
  expect([...new Set(shown)].sort()).toEqual(Object.keys(COMMANDS).sort());
});
