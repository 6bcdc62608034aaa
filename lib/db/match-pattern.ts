export function matchPattern(text: string): string {
  return `%${escapePattern(text.trim().slice(0, 200).replaceAll("\u0000", "").toWellFormed())}%`;
}

export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
