import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { listBrandTokens, readBrand } from "./brand";
import { isDrawing, readMark, writeMark } from "./brand-mark";
import { EnvError, parseEnv } from "./env";

const directory = mkdtempSync(join(tmpdir(), "brand-"));
afterAll(() => rmSync(directory, { recursive: true }));

const NEEDED = {
  DATABASE_URL: "postgresql://127.0.0.1/x",
  SVC_SESSION_SECRET: "s".repeat(32),
  SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=`,
};
const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

function writeFile(text: string): string {
  const file = join(directory, "mark.svg");
  writeFileSync(file, text);
  return file;
}

function problemOf(variables: Record<string, string>): string {
  try {
    parseEnv({ ...NEEDED, ...variables });
    return "none";
  } catch (error) {
    return error instanceof EnvError ? error.message : "another error";
  }
}

test("without settings the brand is that of the project, and changes no token of the pages", () => {
  const own = readBrand(parseEnv(NEEDED));
  expect(own).toMatchObject({ name: "Lintel", tagline: null, hasOwnColor: false, hasOwnMark: false });
  expect(own.mark).toBe(writeMark("#5145cd"));
  expect(isDrawing(own.mark)).toBe(true);
  expect(listBrandTokens(own)).toEqual({});
});

test("an operator sets name, tagline, colour and mark", () => {
  const SVC_BRAND_MARK = writeFile(`<?xml version="1.0"?>\n<!-- ours -->\n${MARK}\n`);
  const settings = { SVC_BRAND_NAME: " Kaigi ", SVC_BRAND_TAGLINE: "Rooms of ours", SVC_BRAND_COLOR: "#0B6E4F" };
  const changed = readBrand(parseEnv({ ...NEEDED, ...settings, SVC_BRAND_MARK }));
  expect(changed).toMatchObject({ name: "Kaigi", tagline: "Rooms of ours", hasOwnColor: true, hasOwnMark: true });
  expect(changed.mark).toContain("<circle");
  expect(listBrandTokens(changed)["--accent-solid"]).toBe("light-dark(#0b6e4f, #0b6e4f)");
  expect(changed.version).not.toBe(readBrand(parseEnv(NEEDED)).version);
});

test("the project's mark takes the operator's colour", () => {
  const changed = readBrand(parseEnv({ ...NEEDED, SVC_BRAND_COLOR: "#0b6e4f" }));
  expect(changed.mark).toContain('fill="#0b6e4f"');
});

test.each([
  ["SVC_BRAND_NAME", "two\nlines"],
  ["SVC_BRAND_NAME", "x".repeat(31)],
  ["SVC_BRAND_TAGLINE", "x".repeat(101)],
  ["SVC_BRAND_COLOR", "indigo"],
  ["SVC_BRAND_COLOR", "#12345"],
  ["SVC_BRAND_MARK", join(directory, "nothing.svg")],
  ["SVC_BRAND_MARK", "package.json"],
])("%s = %j is refused by its name", (name, value) => {
  expect(problemOf({ [name]: value })).toContain(`\n  ${name}: `);
});

test.each([
  ["a script", MARK.replace("<circle", "<script>alert(1)</script><circle")],
  ["an event handler", MARK.replace("<circle", '<circle onload="alert(1)"')],
  ["HTML", MARK.replace("<circle", "<foreignObject></foreignObject><circle")],
  ["a file from elsewhere", MARK.replace("<circle", '<use href="https://other.test/a.svg#b"/><circle')],
  ["a style from elsewhere", MARK.replace("<circle", "<style>@import 'https://other.test/a.css'</style><circle")],
  ["an image from elsewhere", MARK.replace("<circle", '<circle fill="url(https://other.test/a)"')],
  ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${MARK}`],
  ["no viewBox", MARK.replace(' viewBox="0 0 8 8"', "")],
  ["too much", MARK.replace("<circle", `<!--${"x".repeat(33 * 1024)}--><circle`)],
])("a mark with %s is refused", (_, text) => {
  expect(readMark(writeFile(text))).toBeNull();
});

test("a mark may refer to its own parts", () => {
  const text = MARK.replace("<circle", '<linearGradient id="a"/><use href="#b"/><circle fill="url(#a)"');
  expect(readMark(writeFile(text))).toBe(text);
});
