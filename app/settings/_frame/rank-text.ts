/** Names that begin with the text come before names that contain it; other words come last. 0: nothing matches. */
export function rankText(name: string, text: string, words: readonly string[] = []): number {
  const wanted = text.trim().toLowerCase();
  const label = name.toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return 0.8;
  return words.some((word) => word.toLowerCase().startsWith(wanted)) ? 0.5 : 0;
}
