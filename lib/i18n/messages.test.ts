import { describe, expect, it } from "vitest";
import { en } from "./messages/en";
import { ja } from "./messages/ja";

type Catalog = { [key: string]: string | Catalog };

function flatten(catalog: Catalog, path = ""): Map<string, string> {
  const entries = Object.entries(catalog).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : [...flatten(value, `${path}${key}.`)],
  );
  return new Map(entries);
}

/** `{count, plural, …}` → count; rich-text tags count as arguments too. */
function listArguments(message: string): string[] {
  const names = [...message.matchAll(/\{(\w+)\s*[,}]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(names)].sort();
}

describe("message catalogs", () => {
  const catalogs = { en: flatten(en), ja: flatten(ja) };

  it("hold the same keys", () => {
    expect([...catalogs.ja.keys()].sort()).toEqual([...catalogs.en.keys()].sort());
  });

  it("use the same arguments", () => {
    for (const [key, message] of catalogs.en) {
      expect([key, listArguments(catalogs.ja.get(key) ?? "")]).toEqual([key, listArguments(message)]);
    }
  });

  it("leave nothing empty", () => {
    for (const [key, message] of [...catalogs.en, ...catalogs.ja])
      expect([key, message.trim().length > 0]).toEqual([key, true]);
  });
});
