import { expect, test } from "vitest";
import { listHeadings, listSections, stripMarkup } from "./markdown";
import { writeMarkdown } from "./page";
import { splitPage } from "./pages";

test("gives headings unique ids in every script", () => {
  const text = "## Verify `v1=`\n\n### 署名を確かめる\n\n## Verify v1\n\n```sh\n## no heading\n```\n\n## !!";
  expect(listHeadings(text)).toEqual([
    { id: "verify-v1", depth: 2, text: "Verify v1=" },
    { id: "署名を確かめる", depth: 3, text: "署名を確かめる" },
    { id: "verify-v1-1", depth: 2, text: "Verify v1" },
    { id: "section", depth: 2, text: "!!" },
  ]);
});

test("keeps the anchors of releases when they are dated and others follow", () => {
  const text = "## Unreleased\n\n### In the app\n\n## 0.2.0 — 2026-11-28\n\n### In the app";
  expect(listHeadings(text).map(({ id }) => id)).toEqual([
    "unreleased",
    "unreleased-in-the-app",
    "0.2.0",
    "0.2.0-in-the-app",
  ]);
});

test("reads the words below each heading without markup", () => {
  const text =
    "Intro with [a link](/docs/x).\n\n## Table\n\n| A | B |\n|---|---|\n| one | `two` |\n\n- first\n- second\n";
  expect(listSections(text)).toEqual([
    { heading: null, text: "Intro with a link." },
    { heading: { id: "table", depth: 2, text: "Table" }, text: "A B\none two\nfirst\nsecond" },
  ]);
  expect(stripMarkup("**Bold** `code`")).toBe("Bold code");
});

test("splits a guide into title, paragraph and rest", () => {
  expect(splitPage("# Files\n\nUp and down,\nin three steps.\n\n## Upload\n\nText\n")).toEqual({
    title: "Files",
    description: "Up and down, in three steps.",
    body: "## Upload\n\nText",
  });
  expect(splitPage("# Files\n\n## Upload\n")).toMatchObject({ title: "Files", description: "", body: "## Upload" });
  expect(() => splitPage("Files\n")).toThrow("A guide begins with");
});

test("links Markdown files to Markdown files of the same language", () => {
  const page = { path: "/docs/a", kind: "guide", title: "A", description: "[B](/docs/b#c)", language: "en" } as const;
  const body = "[out](https://example.com/docs/x) and [all](/docs), [settings](/settings/developer)";
  expect(writeMarkdown({ ...page, body }, "en", "https://svc.test")).toBe(
    "# A\n\n[B](https://svc.test/docs/b.md#c)\n\n[out](https://example.com/docs/x) and [all](https://svc.test/docs.md), [settings](/settings/developer)\n",
  );
  expect(writeMarkdown({ ...page, body: "" }, "ja", "https://svc.test")).toContain(
    "(https://svc.test/docs/b.md?lang=ja#c)",
  );
});
