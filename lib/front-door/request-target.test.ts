import { expect, test } from "vitest";
import { isApiTarget, isDecodablePath, readTarget } from "./admit";

test.each([
  ["/v1/me?x=1", "/v1/me?x=1", null],
  ["http://svc.test/v1/me?x=1", "/v1/me?x=1", "svc.test"],
  ["HTTP://SVC.test:8080", "/", "svc.test:8080"],
  [undefined, "/", null],
  ["//v1/me", "//v1/me", null],
])("%s asks for the path %s of %s", (url, path, authority) => {
  expect(readTarget(url)).toEqual({ kind: "resource", path, authority });
});

test.each([
  ["*", "server"],
  ["svc.test:443", "unreadable"],
  ["ftp://svc.test/v1/me", "unreadable"],
  ["http://[svc/v1/me", "unreadable"],
  ["http://", "unreadable"],
  ["v1/me", "unreadable"],
])("%s is no path: %s", (url, kind) => {
  expect(readTarget(url)).toEqual({ kind });
});

test.each([
  ["/v1", true],
  ["/v1/", true],
  ["/v1?x", true],
  ["/v1/me", true],
  ["/v12", false],
  ["/", false],
  ["//v1", false],
])("%s belongs to the API: %s", (target, isApi) => {
  expect(isApiTarget(target)).toBe(isApi);
});

test.each([
  ["/rooms/a%20b", true],
  ["/%E6%97%A5", true],
  ["/%00", true],
  ["/%", false],
  ["/%ff", false],
  ["/a%ED%A0%80", false],
])("the path %s can be decoded: %s", (path, isDecodable) => {
  expect(isDecodablePath(path)).toBe(isDecodable);
});
