/** How a language writes JSON values. */
export interface Syntax {
  null: string;
  text: (value: string) => string;
  boolean: (value: boolean) => string;
  /** A member with its name. */
  member: (name: string, value: string) => string;
  object: (members: string) => string;
  emptyObject: string;
}

const quoteJson = (text: string): string => JSON.stringify(text);

export const TYPESCRIPT: Syntax = {
  null: "null",
  text: quoteJson,
  boolean: String,
  member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoteJson(name)}: ${value}`,
  object: (members) => `{ ${members} }`,
  emptyObject: "{}",
};

export const PYTHON: Syntax = {
  null: "None",
  text: quoteJson,
  boolean: (value) => (value ? "True" : "False"),
  member: (name, value) => `${quoteJson(name)}: ${value}`,
  object: (members) => `{${members}}`,
  emptyObject: "{}",
};

export const PHP: Syntax = {
  null: "null",
  // In double quotes PHP would fill in variables.
  text: (value) => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  boolean: String,
  member: (name, value) => `${PHP.text(name)} => ${value}`,
  object: (members) => `[${members}]`,
  // An empty array would be sent as a list.
  emptyObject: "new stdClass()",
};

export const RUBY: Syntax = {
  null: "nil",
  // Ruby fills in what follows a #.
  text: (value) => quoteJson(value).replaceAll("#", String.raw`\#`),
  boolean: String,
  member: (name, value) => `${RUBY.text(name)} => ${value}`,
  object: (members) => `{ ${members} }`,
  emptyObject: "{}",
};

/** Go reads what JSON writes; a body is easier to read without its escapes. */
export function writeGoText(text: string): string {
  return text.includes('"') && !/[`\r\uFEFF]/.test(text) ? `\`${text}\`` : quoteJson(text);
}

export function writeLiteral(value: unknown, syntax: Syntax): string {
  if (value === null || value === undefined) return syntax.null;
  if (typeof value === "boolean") return syntax.boolean(value);
  if (typeof value === "string") return syntax.text(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeLiteral(item, syntax)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => syntax.member(name, writeLiteral(member, syntax)));
  return members.length === 0 ? syntax.emptyObject : syntax.object(members.join(", "));
}
