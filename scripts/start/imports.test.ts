import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const STATIC_IMPORT = /^(?:import|export)\s[^;]*?from\s+"([^"]+)"/gm;

function listImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const found = [...readFileSync(file, "utf8").matchAll(STATIC_IMPORT)].map(([, specifier = ""]) => specifier);
  const inner = found
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(file), specifier));
  return [...found, ...inner.flatMap((path) => listImports(path, seen))];
}

test.each(["scripts/start/main.mjs", "scripts/test.mjs", "scripts/check.mjs"])(
  "%s can be read before anything is installed",
  (file) => {
    const packages = listImports(file).filter(
      (specifier) => !specifier.startsWith(".") && !specifier.startsWith("node:"),
    );
    expect(packages).toEqual([]);
    expect(listImports(file).length).toBeGreaterThan(5);
  },
);
