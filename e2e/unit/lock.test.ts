import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Entry {
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}

function readLock(file: string): [path: string, entry: Entry][] {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
  return Object.entries(packages);
}

describe.each(["package-lock.json", "scripts/node/package-lock.json"])("%s", (file) => {
  const packages = readLock(file);

  test("holds the integrity of every package", () => {
    const unverified = packages.filter(
      ([path, { integrity, link, inBundle }]) => path.startsWith("node_modules/") && !integrity && !link && !inBundle,
    );
    expect(unverified.map(([path]) => path)).toEqual([]);
  });

  test("names the packages of every system", () => {
    const paths = packages.map(([path]) => path);
    const missing = packages
      .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
      .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });
});
