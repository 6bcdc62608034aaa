import { describe, expect, test } from "vitest";
import { EVENT_CATALOG } from "../events/catalog";
import { LOCALES } from "../i18n/locale";
import { ERROR_CODES } from "./error-pages";
import { stripMarkup } from "./markdown";
import { listPages } from "./pages";
import { loadIndex, searchIndex, tokenize } from "./search-engine";
import { nameIndex, readSearch } from "./search-entries";
import { REGISTRY } from "./surface/registry";
import { titleOperation } from "./surface/titles";

test("finds names whole and by parts, Japanese by words", () => {
  expect(tokenize("task.created listRooms")).toEqual(["task.created", "task", "created", "listRooms", "list", "Rooms"]);
  expect(tokenize("Webhook の署名を確かめる。")).toEqual(expect.arrayContaining(["Webhook", "署名", "確かめる"]));
  expect(tokenize("Schlüssel größer")).toEqual(["Schlüssel", "größer"]);
  expect(tokenize(" — ")).toEqual([]);
});

describe.each(LOCALES)("the index in %s", (locale) => {
  test("finds operations, errors and events by name first", async () => {
    const { index } = await readSearch(locale);
    const first = (query: string) => searchIndex(index, query)[0];
    for (const { operationId } of REGISTRY)
      expect(first(operationId)).toMatchObject({ title: titleOperation(operationId, locale), page: operationId });
    for (const code of ERROR_CODES)
      expect(searchIndex(index, code).map(({ url }) => url)).toContain(`/docs/errors/${code}`);
    for (const { type } of EVENT_CATALOG) expect(first(type)).toMatchObject({ kind: "event", title: type });
  });

  test("is unchanged after its way to the browser", async () => {
    const { index, json } = await readSearch(locale);
    for (const query of ["list rooms", "429", "署名", "mesage"])
      expect(searchIndex(loadIndex(json), query)).toEqual(searchIndex(index, query));
  });

  test("has a name derived from its texts", () => {
    expect(nameIndex(locale)).toMatch(new RegExp(`^${locale}-[0-9a-f]{16}\\.json$`));
    expect(nameIndex(locale)).toBe(nameIndex(locale));
  });
});

test("finds Japanese by part of a sentence and English despite a typo", async () => {
  const japanese = (await readSearch("ja")).index;
  expect(searchIndex(japanese, "失効").map(({ title }) => title)).toContain("revoked_api_key");
  expect(searchIndex(japanese, "ＷＥＢＨＯＯＫが無効")[0]?.title).toBe("webhook_inactive");
  const english = (await readSearch("en")).index;
  expect(searchIndex(english, "idempotancy").map(({ title }) => title)).toContain("idempotency_conflict");
  expect(searchIndex(english, "zzzzqqqq")).toEqual([]);
  expect(searchIndex(english, "   ")).toEqual([]);
});

test("cuts a long excerpt between words", async () => {
  const { index } = await readSearch("en");
  const excerpts = ["webhook", "key", "room", "error"].flatMap((query) =>
    searchIndex(index, query).flatMap(({ excerpt }) => (excerpt.endsWith("…") ? [excerpt.slice(0, -1)] : [])),
  );
  expect(excerpts.length).toBeGreaterThan(10);
  const texts = listPages("en").map(({ body, description }) => stripMarkup(`${description}\n${body}`));
  const words = new Set(texts.join("\n").split(/\s+/));
  expect(excerpts.filter((excerpt) => !words.has(excerpt.split(" ").at(-1) ?? ""))).toEqual([]);
});
