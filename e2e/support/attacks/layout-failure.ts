import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A secret in the planted error's message. */
const PLANTED_SECRET = `whsec_${"S".repeat(43)}`;

/**
 * The root layout asks for the direction of its language, before any frame is drawn: the next one to ask fails. Mails, which
 * the front door's own bundle writes in the background, ask too.
 */
const PLANT = (flag: string) => `
  import { existsSync, rmSync } from "node:fs";
  const { maximize } = Intl.Locale.prototype;
  Intl.Locale.prototype.maximize = function () {
    if (!existsSync(${JSON.stringify(flag)}) || !new Error().stack.includes("/chunks/ssr/")) return maximize.call(this);
    rmSync(${JSON.stringify(flag)});
    throw new Error("planted ${PLANTED_SECRET}");
  };
`;

/** Makes the root layout of a service fail once each time it is armed. */
export function plantLayoutFailure() {
  const directory = mkdtempSync(join(tmpdir(), "svc-plant-"));
  const [plant, flag] = [join(directory, "plant.mjs"), join(directory, "armed")];
  writeFileSync(plant, PLANT(flag));
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(plant).href}` },
    arm: () => writeFileSync(flag, ""),
    isArmed: () => existsSync(flag),
    remove: () => rmSync(directory, { recursive: true }),
  };
}
