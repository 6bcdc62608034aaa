export function writePlainLine(markdown: string): string {
  return markdown
    .replace(/```\w*\n?|`/g, "")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d{1,3}\.)\s+/gm, "")
    .replace(/(\*\*|__|~~)(\S|\S.*?\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(\S|\S[^*_\n]*?\S)\1(?![\w*])/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}
