import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { CATALOGS } from "./catalogs";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./locale";

type Catalog = { [key: string]: string | Catalog };

function flatten(catalog: Catalog, path = ""): Map<string, string> {
  const entries = Object.entries(catalog).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : [...flatten(value, `${path}${key}.`)],
  );
  return new Map(entries);
}

/** `{count, plural, …}` gives count; a tag of rich text counts as an argument, too. */
function listArguments(message: string): string[] {
  const names = [...message.matchAll(/\{(\w+)\s*[,}]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(names)].sort();
}

function listProblems(text: string): string[] {
  const problems: string[] = [];
  createTranslator({ locale: "en", messages: { text }, onError: ({ code }) => problems.push(code) })("text");
  return problems;
}

/** Languages write these marks and words another way (decision 41). */
const RULED_OUT: Partial<Record<Locale, readonly RegExp[]>> = {
  en: [/["„]|\w'\w/, /\bmails\b/i, /[\d}] %/],
  ja: [
    /[ぁ-ゖァ-ヺー一-龠々][!?:;,()]|[!?:;,()][ぁ-ゖァ-ヺー一-龠々]|[“”]/,
    /[ぁ-ゖァ-ヺー一-龠々][A-Za-z0-9]|[A-Za-z0-9#][ぁ-ゖァ-ヺー一-龠々]/,
    /[。、！？「（] | [。、！？」）：]/,
    /あなた|だれ|端末|利用者|役割|席|取消|(?:コネクタ|パラメータ|ブラウザ|サーバ|ユーザ)(?!ー)|ライブラリー/,
  ],
};

function stripCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$|`[^`]*`|<code>.*?<\/code>|\]\([^)]*\)/gm, "_");
}

function findRuledOut(locale: Locale, text: string): string[] {
  return stripCode(text)
    .split("\n")
    .filter((line) => RULED_OUT[locale]?.some((pattern) => pattern.test(line)));
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

  it("use the marks and words of the language", () => {
    for (const [key, message] of catalog) expect([key, findRuledOut(locale, message)]).toEqual([key, []]);
  });
});

it("the guides use the marks and words of their language", () => {
  for (const locale of LOCALES.filter((name) => name !== DEFAULT_LOCALE)) {
    const folder = `docs/guides/${locale}`;
    const files = readdirSync("docs/guides").includes(locale) ? readdirSync(folder) : [];
    for (const file of files)
      expect([file, findRuledOut(locale, readFileSync(`${folder}/${file}`, "utf8"))]).toEqual([file, []]);
  }
});
