/** How a language writes JSON values; texts and numbers are as in JSON. */
interface Syntax {
  null: string;
  boolean: (value: boolean) => string;
  /** A member with its name. */
  member: (name: string, value: string) => string;
  object: (members: string) => string;
}

export const TYPESCRIPT: Syntax = {
  null: "null",
  boolean: String,
  member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${value}`,
  object: (members) => `{ ${members} }`,
};

export const PYTHON: Syntax = {
  null: "None",
  boolean: (value) => (value ? "True" : "False"),
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  object: (members) => `{${members}}`,
};

export function writeLiteral(value: unknown, syntax: Syntax): string {
  if (value === null || value === undefined) return syntax.null;
  if (typeof value === "boolean") return syntax.boolean(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeLiteral(item, syntax)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => syntax.member(name, writeLiteral(member, syntax)));
  return members.length === 0 ? "{}" : syntax.object(members.join(", "));
}
