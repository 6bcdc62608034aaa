export function findPart<Kind extends HTMLElement = HTMLElement>(root: HTMLElement, name: string): Kind {
  const found = root.querySelector<Kind>(`[data-${name}]`);
  if (!found) throw new Error(`The page has no element data-${name}.`);
  return found;
}

export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  return text.replaceAll(/\{(\w+)(?:, (number))?\}/g, (_, name: string, format: string | undefined) => {
    const value = values[name] ?? "";
    return format === "number" ? numbers.format(Number(value)) : String(value);
  });
}
