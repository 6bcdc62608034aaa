import { chromium } from "@playwright/test";
import { findBrowser } from "../e2e/support/browser/find-browser";
import { planFirstVisit, startVerifyingReceiver, type WalkStep } from "../e2e/support/browser/newcomer";
import { startService } from "../e2e/support/service";

/**
 * npm run bench:newcomer: the way of someone new from the home page to a verified webhook. The service's part is measured;
 * the person's part is reckoned from the letters, clicks and pages of each step.
 */
const PERSON = { perLetter: 0.25, perPaste: 3, perClick: 1.5, perPage: 4 };
const LIMITS = { total: 180, service: 20 };

function reckonPerson({ typed, pasted, clicks, pages }: WalkStep): number {
  return (
    typed.join("").length * PERSON.perLetter +
    pasted * PERSON.perPaste +
    clicks * PERSON.perClick +
    pages * PERSON.perPage
  );
}

const service = await startService({ env: { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1", SVC_SIGN_UP: "open" } });
const browser = await chromium.launch(await findBrowser());
const receiver = await startVerifyingReceiver();
const total = { service: 0, person: 0 };
try {
  const context = await browser.newContext({
    baseURL: service.baseUrl,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const email = "nora.new@company.test";
  const steps = planFirstVisit({ email, name: "Nora New", password: "a passphrase for the first day", receiver });
  console.log("| step | the service | the person |\n|---|---|---|");
  for (const step of steps) {
    const startedMs = performance.now();
    await step.run(page);
    const ours = (performance.now() - startedMs) / 1000;
    const theirs = reckonPerson(step);
    total.service += ours;
    total.person += theirs;
    console.log(`| ${step.name} | ${ours.toFixed(2)} s | ${theirs.toFixed(0)} s |`);
  }
  console.log(`| **all** | **${total.service.toFixed(1)} s** | **${total.person.toFixed(0)} s** |`);
} finally {
  receiver.close();
  await browser.close();
  await service.stop();
}
if (total.service > LIMITS.service || total.service + total.person > LIMITS.total) {
  console.error(`The limits are ${LIMITS.service} s of the service's and ${LIMITS.total} s in all.`);
  process.exitCode = 1;
}
