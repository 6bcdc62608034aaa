/**
 * An expanding migration leaves the version before running beside the new one; a contracting one breaks it, and waits until
 * none of its processes is left.
 * @typedef {{ kind: "expand" | "contract", reasons: string[] }} Kind
 */

/**
 * The name tells it, because a process of the version before knows no more of a migration than the database does.
 * @param {string} name
 */
export function isContractStep(name) {
  return /^\d+_contract_/.test(name);
}

/**
 * Lists migrations whose names contradict their SQL.
 * @param {{ name: string, sql: string }[]} migrations @returns {string[]}
 */
export function findMisnamed(migrations) {
  return migrations.flatMap(({ name, sql }) => {
    const { kind, reasons } = classifyMigration(sql);
    if (kind === "contract" && !isContractStep(name))
      return `${name} ${reasons.join(", ")}, which breaks processes of the version before. Expand now and contract in the next version, by a migration named contract_….`;
    return kind === "expand" && isContractStep(name) ? `${name} contracts nothing: leave "contract_" out.` : [];
  });
}

const NAME = '((?:"[^"]+"|\\w+)(?:\\.(?:"[^"]+"|\\w+))?)';

/** Changes that a statement of the version before can trip over. @type {[RegExp, string][]} */
const CONTRACTING = [
  [new RegExp(`^DROP TABLE (?:IF EXISTS )?${NAME}`, "i"), "drops table"],
  [new RegExp(`^DROP (?:VIEW|TYPE|SCHEMA|FUNCTION|SEQUENCE) (?:IF EXISTS )?${NAME}`, "i"), "drops"],
  [new RegExp(`^ALTER (?:TABLE|TYPE|VIEW|SCHEMA) (?:ONLY )?${NAME} RENAME`, "i"), "renames or renames a part of"],
  [new RegExp(`^ALTER TABLE (?:ONLY )?${NAME} (?:.* )?DROP COLUMN`, "i"), "drops a column of"],
  [
    new RegExp(`^ALTER TABLE (?:ONLY )?${NAME} (?:.* )?ALTER COLUMN \\S+ (?:SET DATA )?TYPE`, "i"),
    "retypes a column of",
  ],
  [new RegExp(`^ALTER TABLE (?:ONLY )?${NAME} (?:.* )?ALTER COLUMN \\S+ SET NOT NULL`, "i"), "forbids NULL in"],
  [new RegExp(`^ALTER TABLE (?:ONLY )?${NAME} (?:.* )?ALTER COLUMN \\S+ DROP DEFAULT`, "i"), "drops a default of"],
];
const ADDED_COLUMN = new RegExp(`^ALTER TABLE (?:ONLY )?${NAME} (?:.* )?ADD COLUMN`, "i");
const CREATED_TABLE = new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, "i");

/** @param {string} sql of a migration @returns {Kind} */
export function classifyMigration(sql) {
  const statements = splitStatements(sql);
  const created = new Set(statements.flatMap((text) => CREATED_TABLE.exec(text)?.[1] ?? []));
  const reasons = new Set();
  for (const text of statements) {
    for (const [pattern, effect] of CONTRACTING) {
      const name = pattern.exec(text)?.[1];
      if (name !== undefined && !created.has(name)) reasons.add(`${effect} ${name.replaceAll('"', "")}`);
    }
    const widened = ADDED_COLUMN.exec(text)?.[1];
    if (widened !== undefined && !created.has(widened) && addsRequiredColumn(text))
      reasons.add(`adds a required column to ${widened.replaceAll('"', "")}`);
    if (/^DO $/i.test(text)) reasons.add("runs a block whose effect only reading shows");
  }
  return { kind: reasons.size > 0 ? "contract" : "expand", reasons: [...reasons] };
}

/** Rows of the version before would lack it. @param {string} statement */
function addsRequiredColumn(statement) {
  return statement
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => /\bNOT NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED|\w*SERIAL)\b/i.test(column));
}

/**
 * Each on one line, without comments and without the text of strings and of functions.
 * @param {string} sql
 */
function splitStatements(sql) {
  return sql
    .replace(/\$(\w*)\$.*?\$\1\$/gs, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--[^\n]*|\/\*.*?\*\//gs, " ")
    .split(";")
    .map((text) => `${text.replace(/\s+/g, " ").trim()}`)
    .filter((text) => text !== "")
    .map((text) => (/^DO$/i.test(text) ? "DO " : text));
}
