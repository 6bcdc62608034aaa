import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { CATALOGS } from "./catalogs";
import { DEFAULT_LOCALE, LOCALES } from "./locale";

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

/** Errors of a message that is shown without its arguments: they are missing, or the message itself is broken. */
function listProblems(text: string): string[] {
  const problems: string[] = [];
  createTranslator({ locale: "en", messages: { text }, onError: ({ code }) => problems.push(code) })("text");
  return problems;
}

const english = flatten(CATALOGS[DEFAULT_LOCALE]);

describe.each(LOCALES)("the texts in %s", (locale) => {
  const catalog = flatten(CATALOGS[locale]);

  it("have the keys of English", () => {
    expect([...catalog.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("use the same arguments", () => {
    for (const [key, message] of english)
      expect([key, listArguments(catalog.get(key) ?? "")]).toEqual([key, listArguments(message)]);
  });

  it("are ICU messages", () => {
    for (const [key, message] of catalog) expect([key, listProblems(message)]).not.toEqual([key, ["INVALID_MESSAGE"]]);
  });

  it("leave nothing empty", () => {
    for (const [key, message] of catalog) expect([key, message.trim().length > 0]).toEqual([key, true]);
  });
});
