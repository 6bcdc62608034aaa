import { gzipSync } from "node:zlib";
import { isLightPath } from "../../../lib/front-door/light-pages";

/** Files of a build never change, and pages share most of them. */
const files = new Map<string, Promise<Buffer>>();

function readFile(url: string): Promise<Buffer> {
  const known = files.get(url) ?? fetch(url).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
  files.set(url, known);
  return known;
}

/** Compressing all scripts of a page takes longer than rendering it. */
const compressed = new Map<string, Promise<number>>();

function weighScript(url: string): Promise<number> {
  const known = compressed.get(url) ?? readFile(url).then((bytes) => gzipSync(bytes).length);
  compressed.set(url, known);
  return known;
}

/** The weight of a page as its HTML names it: no browser and no clock, so it is the same at each run. */
export async function weighPage(baseUrl: string, path: string, cookie = "") {
  const answer = await fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });
  return weighHtml(baseUrl, answer.status, await answer.text());
}

/** Bytes compressed by gzip; woff2 is compressed in itself. Scripts for browsers that know no modules do not count. */
export async function weighHtml(baseUrl: string, status: number, html: string) {
  const elements = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const read = (element: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? "";
  const isScript = (element: string) => read(element, "src") !== "" || read(element, "as") === "script";
  const scripts = new Set(
    elements
      .filter((element) => isScript(element) && !/nomodule/i.test(element))
      .map((element) => read(element, "src") || read(element, "href")),
  );
  const styles = elements.filter((element) => read(element, "rel") === "stylesheet");
  const sheets = await Promise.all(styles.map((element) => readFile(baseUrl + read(element, "href"))));
  const fonts = new Set(sheets.flatMap((sheet) => sheet.toString().match(/[\w./-]+\.woff2/g) ?? []));
  const sum = async (urls: Iterable<string>, weigh: (url: string) => Promise<number>) => {
    const weights = await Promise.all(
      [...urls].map((url) => weigh(new URL(url, `${baseUrl}/_next/static/chunks/`).href)),
    );
    return weights.reduce((total, weight) => total + weight, 0);
  };
  return {
    status,
    html,
    scripts: [...scripts],
    scriptBytes: await sum(scripts, weighScript),
    htmlBytes: gzipSync(html).length,
    fontBytes: await sum(fonts, async (url) => (await readFile(url)).length),
  };
}

type PageWeight = Awaited<ReturnType<typeof weighHtml>>;

const KB = 1024;

/** The most that a page may weigh, in gzip bytes. Docs, home and consent come without Next's client; rooms are live. */
const BUDGETS = {
  light: { scriptBytes: 10 * KB, htmlBytes: 20 * KB, fontBytes: 50 * KB },
  /** One long text. */
  document: { scriptBytes: 10 * KB, htmlBytes: 32 * KB, fontBytes: 50 * KB },
  settings: { scriptBytes: 173 * KB, htmlBytes: 40 * KB, fontBytes: 50 * KB },
  /** Lists of people and rooms are as long as the tests beside it make them. */
  rooms: { scriptBytes: 200 * KB, htmlBytes: 60 * KB, fontBytes: 50 * KB },
} as const;

function findBudget(path: string): (typeof BUDGETS)[keyof typeof BUDGETS] {
  const [name = path] = path.split("?");
  if (name === "/docs/operating" || name === "/docs/changelog") return BUDGETS.document;
  if (isLightPath(name)) return BUDGETS.light;
  return name.startsWith("/rooms") ? BUDGETS.rooms : BUDGETS.settings;
}

/** The parts of a page that are over its budget. */
export function listExcess(path: string, weight: PageWeight): string[] {
  const budget = findBudget(path);
  return (["scriptBytes", "htmlBytes", "fontBytes"] as const).flatMap((part) =>
    weight[part] > budget[part] ? `${path}: ${part} are ${weight[part]}, at most ${budget[part]}` : [],
  );
}
