/**
 * The parser walks back over a paragraph for each delimiter without a partner, so some short texts cost seconds. This adds
 * up those walks without parsing; the weights are measured in `markdown-cost.test.ts`.
 */
const STEPS_MAX = 30_000_000;

/** Lines like these always end a paragraph; `2. x` may also continue one. */
const STARTS_BLOCK = /^ {0,3}(?:[-*+][ \t]+\S|#{1,6}[ \t])/;
const NUMBERED = /^ {0,3}\d{1,9}[.)][ \t]+\S/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const QUOTE = /^ {0,3}>/;
const FENCE = /^(`{3,}[^`]*|~{3,}.*)$/;

const openBlock = (isNumbered: boolean) => ({
  length: 0,
  lines: 0,
  delimiters: 0,
  tags: 0,
  pipes: 0,
  columns: 0,
  isNumbered,
  isContained: false,
});
type Block = ReturnType<typeof openBlock>;

export function isCostly(text: string, stepsMax = STEPS_MAX): boolean {
  return estimateSteps(text) > stepsMax;
}

function estimateSteps(text: string): number {
  let steps = countWordSteps(text) + countPattern(text, /\]:/g) ** 2;
  let walks = 0;
  let block = openBlock(false);
  const close = (next: Block): void => {
    steps += countBlockSteps(block);
    block = next;
  };
  for (const line of withoutFences(text)) {
    const isNumbered = NUMBERED.test(line);
    if (line.trim() === "" || STARTS_BLOCK.test(line)) close(openBlock(false));
    else if (isNumbered && (block.isNumbered || block.length === 0)) close(openBlock(true));
    walks += countWalks(block, line);
    addLine(block, line);
  }
  return steps + countBlockSteps(block) + walks * text.length;
}

function countWalks(block: Block, line: string): number {
  if (line.trim() === "") return 0;
  if (UNDERLINE.test(line)) return 2;
  if (QUOTE.test(line)) return block.isContained ? 0.1 : 1.2;
  if (ITEM.test(line)) return 0.6;
  return block.isContained ? 0.8 : 0;
}

function addLine(block: Block, line: string): void {
  const pipes = countPattern(line, /\|/g);
  block.length += line.length + 1;
  block.lines += 1;
  block.isContained ||= QUOTE.test(line) || ITEM.test(line);
  block.delimiters += countPattern(line, /[*_~[\]]/g);
  block.tags += countPattern(line, /</g);
  block.pipes += pipes;
  block.columns = Math.max(block.columns, pipes);
}

/** The parser also makes the missing cells of a row, so a wide header over many short rows multiplies. */
function countBlockSteps({ length, lines, delimiters, tags, pipes, columns }: Block): number {
  const cells = columns * lines;
  return length * delimiters + 6 * length * tags + pipes ** 2 + (cells > 1_000 ? 100 * cells : 0);
}

function countWordSteps(text: string): number {
  let squares = 0;
  for (const { 0: word } of text.matchAll(/[\x21-\x7e]{100,}/g)) squares += word.length ** 2;
  return squares / 10;
}

function countPattern(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Code between fences at the margin is not parsed. Beside HTML, a fence may belong to it and end nothing. */
function* withoutFences(text: string): Generator<string> {
  const lines = text.split(/\r\n?|\n/);
  const hasHtml = lines.some((line) => /^[ \t>]*</.test(line));
  let fence: string | null = null;
  for (const line of lines) {
    if (hasHtml) yield line;
    else if (fence !== null) {
      if (line.trimEnd() === "" || !line.startsWith(fence) || line.trim().length > fence.length) continue;
      fence = null;
      yield "";
    } else {
      fence = FENCE.test(line) ? (/^(?:`+|~+)/.exec(line)?.[0] ?? null) : null;
      yield fence === null ? line : "";
    }
  }
}
