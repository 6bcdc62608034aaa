import { describe, expect, test } from "vitest";
import { statusOf } from "../api/errors";
import { EVENT_CATALOG } from "../events/catalog";
import { CATALOGS } from "../i18n/catalogs";
import { LOCALES } from "../i18n/locale";
import { ERROR_CODES, readAdvice } from "./error-pages";
import { listHeadings } from "./markdown";
import { DOCS_PATH, findPage, listPages } from "./pages";
import { EXPLAINED } from "./surface/cause-names";
import { readReference } from "./surface/operations";
import { REGISTRY } from "./surface/registry";
import { titleOperation } from "./surface/titles";
import { readMeanings } from "./surface/value-meanings";

const DRAWN_ELSEWHERE = ["/docs/reference"];

describe.each(LOCALES)("pages in %s", (locale) => {
  const pages = listPages(locale);
  const paths = new Set([DOCS_PATH, ...DRAWN_ELSEWHERE, ...pages.map(({ path }) => path)]);

  test("have one page for each code with status, causes and remedy", () => {
    for (const code of ERROR_CODES) {
      const page = findPage(`/docs/errors/${code}`, locale);
      expect(page?.title).toBe(code);
      expect(page?.body).toContain(`\`${statusOf(code)}\``);
      for (const { cause } of EXPLAINED.filter((row) => row.code === code && row.cause !== "state_changed"))
        expect(page?.body).toContain(`| ${CATALOGS[locale].why.causes[cause].split(/[{（]/)[0]}`);
      expect(page?.body).toMatch(/^1\. /m);
      expect(page?.body).not.toContain("docs.errors");
      expect(readAdvice(locale)[code]).toMatch(/^[^\]]+[.。]$/);
    }
  });

  test("list every error code and every event", () => {
    const list = findPage("/docs/errors", locale)?.body ?? "";
    for (const code of ERROR_CODES) expect(list).toContain(`(/docs/errors/${code})`);
    const events = listHeadings(findPage("/docs/event-catalog", locale)?.body ?? "").map(({ text }) => text);
    for (const { type } of EVENT_CATALOG) expect(events).toContain(type);
  });

  test.each(REGISTRY)("describe $operationId by its declaration", (endpoint) => {
    const { operationId, method, path, scope, units, errors } = endpoint;
    const page = findPage(`/docs/reference/${operationId}`, locale);
    expect(page?.title).toBe(titleOperation(operationId, locale));
    expect(page?.description).toContain(`\`${method} ${path}\``);
    expect(page?.description).toContain(`\`${scope}\``);
    expect(page?.description).toContain(String(units));
    for (const code of errors) expect(page?.body).toContain(`(/docs/errors/${code})`);
    expect(page?.body).toContain(method === "GET" ? "curl " : `curl -X ${method} `);
  });

  test("explain the values", () => {
    const body = findPage("/docs/reference/updateTask", locale)?.body ?? "";
    for (const [value, meaning] of Object.entries(readMeanings("taskStatus", locale)))
      expect(body).toContain(`\`${value}\` (${meaning.slice(0, -1)})`);
  });

  test("link only to existing pages and headings", () => {
    const broken = pages.flatMap(({ path, description, body }) =>
      [...`${description}\n${body}`.matchAll(/\]\((\/docs[\w./-]*)(?:#([^)]+))?\)/g)]
        .filter(([, target = "", anchor]) => {
          if (!paths.has(target)) return true;
          if (anchor === undefined) return false;
          const headings = listHeadings(findPage(target, locale)?.body ?? "");
          return !headings.some(({ id }) => id === decodeURIComponent(anchor));
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("have unique paths, titles and descriptions", () => {
    expect(paths.size).toBe(pages.length + 1 + DRAWN_ELSEWHERE.length);
    expect(pages.filter(({ title, description }) => title === "" || description === "")).toEqual([]);
  });
});

test("the changelog dates each release, newest first, and sorts it by audience", () => {
  const headings = listHeadings(findPage("/docs/changelog", "en")?.body ?? "");
  const [first, ...releases] = headings.filter(({ depth }) => depth === 2).map(({ text }) => text);
  expect(first).toBe("Unreleased");
  expect(releases.filter((title) => !/^\d+\.\d+\.\d+ — \d{4}-\d\d-\d\d$/.test(title))).toEqual([]);
  const dates = releases.map((title) => title.slice(-10));
  expect(dates).toEqual(dates.toSorted().reverse());
  const audiences = headings.filter(({ depth }) => depth === 3).map(({ text }) => text);
  expect(audiences.filter((text) => !["For integrators", "In the app", "For operators"].includes(text))).toEqual([]);
});

test("operations have the titles of the description, in Japanese too", () => {
  for (const { operationId, summary } of REGISTRY) {
    expect(titleOperation(operationId, "en")).toBe(summary);
    expect(titleOperation(operationId, "ja")).toMatch(/\p{Script=Hiragana}/u);
  }
  expect(Object.keys(CATALOGS.en.reference.titles).sort()).toEqual(
    REGISTRY.map(({ operationId }) => operationId).sort(),
  );
  expect(Object.keys(CATALOGS.en.reference.tags)).toEqual(readReference().tags.map(({ name }) => name));
});
