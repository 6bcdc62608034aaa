/** Nothing may depend on it: anyone can claim any user agent. */
export interface Device {
  program: string;
  system: string | null;
  raw: string;
}

/** Order matters, because most browsers claim to be Chrome or Safari as well. */
const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+ .*Safari\//],
];

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b|\bDarwin\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

const PRODUCT = /^([A-Za-z0-9][\w.!#$&+-]{0,40})(?:\/v?(\d{1,4}(?:\.\d{1,4})?))?/;

export function readDevice(userAgent: string | null): Device | null {
  const raw = userAgent?.trim() ?? "";
  if (raw === "") return null;
  const find = (known: readonly [string, RegExp][]) => known.find(([, pattern]) => pattern.test(raw))?.[0] ?? null;
  const system = find(SYSTEMS);
  const browser = raw.startsWith("Mozilla/") ? find(BROWSERS) : null;
  if (browser) return { program: browser, system, raw };
  const [, name, version] = PRODUCT.exec(raw) ?? [];
  if (name === undefined || name === "Mozilla") return { program: raw.slice(0, 60), system: null, raw };
  return { program: version === undefined ? name : `${name} ${version}`, system, raw };
}
