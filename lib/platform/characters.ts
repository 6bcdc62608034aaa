/** PostgreSQL cannot store a NUL, and UTF-8 cannot encode half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export function isBlank(value: string): boolean {
  return /^[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*$/u.test(value);
}

export function showTitle(title: string, untitled: string): string {
  return isBlank(title) ? untitled : joinLines(title);
}

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

export function hasLineBreak(value: string): boolean {
  return value.search(LINE_BREAKS) !== -1;
}

export function joinLines(value: string): string {
  return value.replace(LINE_BREAKS, " ").trim();
}
