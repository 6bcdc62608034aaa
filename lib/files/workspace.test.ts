import { expect, test } from "vitest";
import { findFileKind, hasPreview } from "./workspace";

test.each([
  ["image/png", "image"],
  ["IMAGE/SVG+XML", "image"],
  ["video/mp4", "media"],
  ["audio/ogg", "media"],
  ["application/pdf", "document"],
  ["text/image/x", "document"],
])("classifies %s as %s", (mimeType, kind) => {
  expect(findFileKind(mimeType)).toBe(kind);
});

test.each([
  ["image/png", 1, true],
  ["image/JPEG", 1, true],
  ["image/svg+xml", 1, false],
  ["text/html", 1, false],
  ["image/png", 11 * 1024 * 1024, false],
])("shows %s of %d bytes as a picture: %s", (mimeType, size, isShown) => {
  expect(hasPreview({ mimeType, size })).toBe(isShown);
});
