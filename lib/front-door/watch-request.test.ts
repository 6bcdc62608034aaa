import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { nameArea } from "./watch-request";

const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !/^[_(]/.test(entry.name) ? entry.name : [],
  );

test("every area of app/ has a route of its own", () => {
  const pages = listFolders("app").filter((name) => !["api", "v1", "llms.txt", "llms-full.txt"].includes(name));
  expect(pages.map((name) => nameArea(`/${name}/x`))).toEqual(pages.map((name) => `/${name}`));
  const apis = listFolders("app/api");
  expect(apis.map((name) => nameArea(`/api/${name}/x`))).toEqual(apis.map((name) => `/api/${name}`));
});

test.each([
  ["/", "/"],
  ["/settings/developer/api-keys", "/settings"],
  ["/preview/pdf/frame.js", "/preview"],
  ["/wp-admin", "other"],
  ["/api/nothing", "other"],
  ["/settingsx", "other"],
  ["//x", "/"],
])("%s is counted as %s", (path, route) => {
  expect(nameArea(path)).toBe(route);
});
