export function parseHeaderList(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const entry of text.split(",")) {
    if (entry.trim() === "") continue;
    const [, name = "", value = ""] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
    const decoded = decodeValue(value);
    if (name === "" || decoded === null) return null;
    headers[name.toLowerCase()] = decoded;
  }
  return headers;
}

function decodeValue(value: string): string | null {
  try {
    const decoded = decodeURIComponent(value);
    return /^[\t\x20-\x7e]*$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
