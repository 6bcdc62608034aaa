import { type Command, Option } from "commander";
import { Failure } from "./fail";
import { RESOURCE_COMMANDS } from "./generated/commands";
import { clean, type Output, writeCell } from "./print";
import { readData } from "./read-data";
import type { Member, ResourceCommand } from "./resource-command";
import type { Connection } from "./session";
import type { Svc } from "./svc";

type Given = Readonly<Record<string, string | boolean | undefined>>;

const PAGE_MAX = 200;
const ROWS_DEFAULT = 50;

export function registerResources(program: Command, svc: Svc): void {
  for (const command of RESOURCE_COMMANDS) registerResource(findGroup(program, command), svc, command);
}

/** `events` has a command of its own beside the generated ones. */
function findGroup(program: Command, { group }: ResourceCommand): Command {
  const known = program.commands.find((candidate) => candidate.name() === group);
  if (known) return known;
  const verbs = RESOURCE_COMMANDS.filter((command) => command.group === group).map(({ verb }) => verb);
  return program.command(group).description(`${verbs.join(", ")} ${group.replaceAll("-", " ")}`);
}

function registerResource(group: Command, svc: Svc, resource: ResourceCommand): void {
  const { verb, summary, note, parents, own, query, body, isPage, takesIdempotencyKey } = resource;
  const command = group.command(own === null ? verb : `${verb} <${own}>`).description(summary);
  for (const { flag } of parents) command.requiredOption(`--${flag} <id>`, `the id of the ${flag}`);
  for (const member of [...query, ...body]) command.addOption(describeOption(member));
  if (body.length > 0) command.option("--data <json>", "the body as JSON, @file, or @- for standard input");
  if (isPage) {
    command.option("--limit <n>", `maximum number of items (default: ${ROWS_DEFAULT})`).option("--all", "every item");
  }
  if (takesIdempotencyKey) command.option("--idempotency-key <key>", "reuse it to retry (default: a new one)");
  command.addHelpText("after", `\n${note}`).action(async (...args: unknown[]) => {
    const given = command.opts<Given>();
    const ownId = own === null ? {} : { [own]: String(args[0]) };
    await runResource(svc, resource, { ...readParents(resource, given), ...ownId }, given);
  });
}

function describeOption({ flag, type, help, choices, isRequired }: Member): Option {
  const said = help === "" ? `the ${flag.replaceAll("-", " ")}` : beginLowerCase(help);
  const text = isRequired ? `${said} (required)` : said;
  const option = new Option(`--${flag} <${type === "integer" ? "n" : "text"}>`, text);
  return choices.length > 0 ? option.choices(choices) : option;
}

/** Not "sHA-256". */
const beginLowerCase = (text: string): string => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** commander names options in camel case, as the description names members. */
function readParents({ parents }: ResourceCommand, given: Given): Record<string, string> {
  return Object.fromEntries(parents.map(({ flag, name }) => [name, String(given[toCamel(flag)])]));
}

const toCamel = (flag: string): string => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function readMembers(members: readonly Member[], given: Given): Record<string, unknown> {
  const present = members.filter(({ flag }) => given[toCamel(flag)] !== undefined);
  return Object.fromEntries(
    present.map((member) => [member.name, readMember(member, String(given[toCamel(member.flag)]))]),
  );
}

function readMember({ flag, type, isNullable }: Member, text: string): unknown {
  if (isNullable && text === "null") return null;
  return type === "integer" ? readInteger(`--${flag}`, text) : text;
}

function readInteger(name: string, text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new Failure("input", `${name} is an integer, and "${text}" is none.`);
}

async function runResource(
  svc: Svc,
  resource: ResourceCommand,
  pathParameters: Record<string, string>,
  given: Given,
): Promise<void> {
  const { output, surroundings } = svc;
  const query = readMembers(resource.query, given);
  const data = given["data"] === undefined ? {} : await readData(surroundings, String(given["data"]));
  const body = { ...data, ...readMembers(resource.body, given) };
  const missing = resource.body.find(({ name, isRequired }) => isRequired && !(name in body));
  if (missing) throw new Failure("input", `--${missing.flag} is missing.`, "Pass it, or the whole body as --data.");
  const connection = await svc.connect();
  if (resource.isPage) return listPages(output, connection, resource, { pathParameters, query, given });
  const key = given["idempotencyKey"];
  const found = await connection.v1.send<Record<string, unknown>>(
    {
      method: resource.method as "GET" | "POST" | "PATCH",
      path: resource.path,
      pathParameters,
      query,
      ...(resource.body.length > 0 ? { body } : {}),
      takesIdempotencyKey: resource.takesIdempotencyKey,
    },
    typeof key === "string" ? { idempotencyKey: key } : {},
  );
  const { data: list } = found;
  if (Array.isArray(list)) printList(output, list as Record<string, unknown>[]);
  else output.result(found, () => writeObject(output, found));
}

interface Asked {
  pathParameters: Record<string, string>;
  query: Record<string, unknown>;
  given: Given;
}

type Page = { data: Record<string, unknown>[]; nextCursor: string | null };

async function listPages(
  output: Output,
  { v1 }: Connection,
  { path, columns }: ResourceCommand,
  { pathParameters, query, given }: Asked,
): Promise<void> {
  const wanted = given["limit"] === undefined ? ROWS_DEFAULT : readInteger("--limit", String(given["limit"]));
  const most = given["all"] === true ? Number.POSITIVE_INFINITY : wanted;
  const rows: Record<string, unknown>[] = [];
  let cursor: string | null | undefined;
  while (rows.length < most && cursor !== null) {
    const limit = Math.min(PAGE_MAX, most - rows.length);
    const asked = { ...query, limit, ...(cursor === undefined ? {} : { cursor }) };
    const page: Page = await v1.send<Page>({ method: "GET", path, pathParameters, query: asked });
    rows.push(...page.data);
    cursor = page.nextCursor;
    if (cursor !== null && most > PAGE_MAX) output.note(`${rows.length} items…`);
  }
  const shown = columns.map((name) => [name, (row: Record<string, unknown>) => row[name]] as const);
  output.rows(rows, shown, "There are none.");
  if (cursor) output.note(`There are more. Add --all, or --limit ${Math.min(most * 2, 1_000)}.`);
}

/** A list without pages. */
function printList(output: Output, rows: readonly Record<string, unknown>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => [name, (row: Record<string, unknown>) => row[name]] as const);
  output.rows(rows, columns, "There are none.");
}

function writeObject(output: Output, found: Record<string, unknown>): string {
  const entries = Object.entries(found);
  const width = Math.max(...entries.map(([name]) => name.length));
  const writeValue = (value: unknown) => (typeof value === "string" ? clean(value) : writeCell(value));
  return entries
    .map(([name, value]) => `${output.paint("faint", name.padEnd(width))}  ${writeValue(value)}`)
    .join("\n");
}
