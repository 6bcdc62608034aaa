import type { Surroundings } from "./surroundings";

const COLOURS = { good: 32, bad: 31, warn: 33, accent: 36, faint: 2, strong: 1 } as const;
export type Tone = keyof typeof COLOURS;

export const FORMATS = ["table", "json"] as const;
export type Format = (typeof FORMATS)[number];

export type Column<Row> = readonly [title: string, read: (row: Row) => unknown];

/** Results go to standard output, everything else to standard error. Pipes get neither colours nor progress. */
export class Output {
  format: Format = "table";
  isQuiet = false;

  constructor(readonly surroundings: Pick<Surroundings, "env" | "stdout" | "stderr">) {}

  get isJson(): boolean {
    return this.format === "json";
  }

  line(text: string): void {
    this.surroundings.stdout.write(`${text}\n`);
  }

  /** A result: as JSON where it is asked for, otherwise in words. */
  result(value: unknown, words: () => string): void {
    this.line(this.isJson ? JSON.stringify(value, null, 2) : words());
  }

  /** One of many results that come one by one: a line each. */
  item(value: unknown, words: () => string): void {
    this.line(this.isJson ? JSON.stringify(value) : words());
  }

  rows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): void {
    if (this.isJson) this.line(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) this.note(empty);
    else this.line(this.#layOut(rows, columns));
  }

  /** Progress and hints, for a person at a terminal. */
  note(text: string): void {
    if (!this.isQuiet && this.surroundings.stderr.isTTY) this.surroundings.stderr.write(`${text}\n`);
  }

  /** Something that the person has to read, wherever standard error goes. */
  error(text: string): void {
    this.surroundings.stderr.write(`${text}\n`);
  }

  paint(tone: Tone, text: string): string {
    const { env, stdout } = this.surroundings;
    const isColoured = stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
    return isColoured ? `\u001b[${COLOURS[tone]}m${text}\u001b[0m` : text;
  }

  #layOut<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
    const cells = rows.map((row) => columns.map(([, read]) => writeCell(read(row))));
    const titles = columns.map(([title]) => title);
    const widths = titles.map((title, n) => Math.max(title.length, ...cells.map((row) => widthOf(row[n] ?? ""))));
    const write = (row: readonly string[]) =>
      row
        .map((cell, n) => cell + " ".repeat(Math.max(0, (widths[n] ?? 0) - widthOf(cell))))
        .join("  ")
        .trimEnd();
    return [this.paint("faint", write(titles)), ...cells.map(write)].join("\n");
  }
}

const CELL_MAX = 60;

export function writeCell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const text = clean(typeof value === "string" ? value : JSON.stringify(value));
  return [...text].length > CELL_MAX ? `${[...text].slice(0, CELL_MAX - 1).join("")}…` : text;
}

/** Texts of other people must not steer the terminal. */
export function clean(text: string): string {
  return text.replace(/\s+/gu, " ").replace(/[\p{Cc}\p{Cf}]/gu, "");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
}
