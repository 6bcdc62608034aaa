/** Longer ones are formatted when somebody asks for it. */
const FORMATTED_MAX_LENGTH = 50_000;

/** Quotes and lists one within another, so deep that no person wrote them. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

export function mayFormat(text: string): boolean {
  return text.length <= FORMATTED_MAX_LENGTH && !TOO_DEEP.test(text);
}

/** Where a link of a record may lead: out of here by web or mail, or within the text. Anything else is not a link. */
export function checkLink(href: string): string | null {
  if (href.startsWith("#")) return href;
  return URL.canParse(href) && /^(?:https?|mailto):$/.test(new URL(href).protocol) ? href : null;
}
