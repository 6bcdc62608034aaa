import { Session } from "node:inspector/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_NIGHT } from "../../e2e/support/scenes/night";
import { RECORD_CONTENT_MAX_LENGTH } from "../platform/limits";
import { chooseFormat, nestHeadings } from "./markdown";

interface StepCounter {
  /** Counts entered blocks of library code: the same number on every machine, however busy. */
  count(work: () => void): Promise<number>;
  close(): void;
}

async function openStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    async count(work) {
      // Taking the counters also resets them.
      await session.post("Profiler.takePreciseCoverage");
      work();
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return result
        .filter(({ url }) => url.includes("node_modules"))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
        .reduce((sum, { count }) => sum + count, 0);
    },
    close: () => session.disconnect(),
  };
}

/** Linear texts take 100 to 1,000 steps a character. */
const STEPS_PER_CHARACTER = 2_000;
/** Twice what the estimate accepts, at the length up to which texts are formatted unasked. */
const EXTRA_STEPS = 60_000_000;
const FORMATTED_LENGTH = 50_000;
/** Counting steps is slow. The seed is fixed, so the shorter run measures the first texts of the long one. */
const MEASURED_TEXTS = IS_NIGHT ? 41 : 10;

let counter: StepCounter;
beforeAll(async () => {
  counter = await openStepCounter();
});
afterAll(() => counter.close());

const PLUGINS = [remarkGfm, () => nestHeadings];
function render(text: string): void {
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: PLUGINS }, text));
}

/** Each of these takes seconds to minutes to parse at this length. */
const COSTLY = [
  "~~a",
  "*a",
  "*a ",
  "**a*",
  "_a ",
  "]",
  "a](",
  "<!--",
  "<?",
  '<a b="',
  '[a](b "',
  "a.",
  "[a](<b",
  "x\n=\n",
  "x\n-\n",
];

test.each(COSTLY)("refuses to parse repeated %j", (piece) => {
  for (const length of [50_000, RECORD_CONTENT_MAX_LENGTH])
    expect(chooseFormat(`x ${piece.repeat(Math.floor((length - 2) / piece.length))}`)).toBe("plain");
});

test("refuses to parse a wide header over many rows", () => {
  expect(chooseFormat(`${"|a".repeat(5_000)}|\n${"|-".repeat(5_000)}|\n${"|\n".repeat(5_000)}`)).toBe("plain");
});

test("refuses to search an endless word for addresses", () => {
  expect(chooseFormat(`http://a${"!".repeat(40_000)}a`)).toBe("plain");
});

test("formats what people write", () => {
  const item = "- **Ada** [asks](https://example.com/a_b) for `code` and *more*, see ~~this~~ that; 3 > 2 < 4\n";
  const row = "| **a** | [b](https://example.com) | `c` | d |\n";
  const minutes = [
    '# Minutes\n\nAda, Bo & Cy. "Next week", they said (again).\n\n'.repeat(300),
    item.repeat(300),
    item.replace("- ", "1. ").repeat(200),
    `| a | b | c | d |\n|---|---|---|---|\n${row.repeat(150)}`,
    `\`\`\`ts\n${"const a: Map<string, number> = new Map<string, number>();\n".repeat(500)}\`\`\`\n`,
    `${"議事録では、次のことを決めた。".repeat(300)}\n\n`.repeat(8),
    "> quoted *text* of a mail\n".repeat(100),
  ];
  for (const text of minutes) expect([text.slice(0, 40), chooseFormat(text)]).toEqual([text.slice(0, 40), "formatted"]);
});

const PIECES =
  "* _ ** __ ~~ ~ [ ] ( ) < > | ` `` ! \\ & &amp; a b : // ' \" ![ ]( (b) [a] [^a] [^a]: [a]:b http:// https://a. www.a a@b.c <a <a> <!-- <?".split(
    " ",
  );
const BREAKS = [
  "\n",
  "\n\n",
  "\n- ",
  "\n1. ",
  "\n> ",
  "\n# ",
  "\n===\n",
  "\n---\n",
  "\n|-|-|\n",
  "\n```\n",
  "\n    ",
  " ",
  " ",
  "\t",
  "[ ] ",
  "- [x] ",
];

function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeMaker(random: () => number): (length: number) => string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const take = () => pick(random() < 0.7 ? PIECES : BREAKS);
  const unit = Array.from({ length: 1 + Math.floor(random() * 4) }, take).join("");
  const head = take() + take();
  return (length) => (head + unit.repeat(Math.ceil(length / unit.length))).slice(0, length);
}

function extrapolate([short, shortSteps]: [number, number], [long, longSteps]: [number, number]): number {
  const perSquare = (longSteps - (long / short) * shortSteps) / (long * (long - short));
  return perSquare * FORMATTED_LENGTH ** 2;
}

test("formats only texts whose steps are proportional to their length", async () => {
  const random = makeRandom(20_261_122);
  const tooDear: string[] = [];
  let formatted = 0;
  for (let n = 0; n < 250 && formatted < MEASURED_TEXTS; n += 1) {
    const make = makeMaker(random);
    if (chooseFormat(make(FORMATTED_LENGTH)) !== "formatted") continue;
    formatted += 1;
    const [short, long] = [
      await counter.count(() => render(make(800))),
      await counter.count(() => render(make(3_200))),
    ];
    const extra = extrapolate([800, short], [3_200, long]);
    if (long > STEPS_PER_CHARACTER * 3_200 || extra > EXTRA_STEPS)
      tooDear.push(`${JSON.stringify(make(60))}: ${Math.round(long / 3_200)} a character, ${Math.round(extra)} beyond`);
  }
  expect(tooDear).toEqual([]);
  expect(formatted).toBe(MEASURED_TEXTS);
});
