export interface ByteRange {
  start: number;
  end: number;
}

/** RFC 9110 §14.2. Several ranges, other units and malformed headers are ignored, as the RFC allows. */
export function readRange(header: string | null, size: number): ByteRange | "all" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "all";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return "all";
  return start >= size ? "unsatisfiable" : { start, end };
}
