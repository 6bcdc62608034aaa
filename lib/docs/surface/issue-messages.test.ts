import { describe, expect, test } from "vitest";
import { z } from "zod";
import { TOOLS } from "../../agents/mcp/tools";
import { parse } from "../../api/decode";
import { AppError, type Issue } from "../../platform/errors";
import { REGISTRY } from "./registry";

const BAD = [undefined, null, true, 1, -1, 1.5, 1e30, "", " ", "bad", "a\u0000", "\ud800", "x".repeat(200_001), [], {}];

function listMembers(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
}

function readIssues(schema: z.ZodType, value: unknown): Issue[] {
  try {
    parse(schema, value, "");
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.["issues"] as Issue[];
  }
}

function listInputs(): [string, z.ZodType][] {
  const inputs: [string, z.ZodType][] = TOOLS.map(({ name, frame }) => [`the arguments of ${name}`, frame]);
  for (const endpoint of REGISTRY) {
    if (endpoint.kind === "write") inputs.push([`the body of ${endpoint.operationId}`, endpoint.body]);
    if (endpoint.kind === "read") inputs.push([`the query of ${endpoint.operationId}`, endpoint.query]);
  }
  return inputs;
}

describe("words of a problem", () => {
  test.each(listInputs())("in %s", (_name, schema) => {
    const members = listMembers(schema);
    const values = [
      ...BAD,
      { unknown_member: 1 },
      ...members.flatMap((member) => BAD.map((bad) => ({ [member]: bad }))),
      ...BAD.map((bad) => Object.fromEntries(members.map((member) => [member, bad]))),
    ];
    const issues = values.flatMap((value) => readIssues(schema, value));
    expect(issues).not.toEqual([]);
    // Matches a sentence or part of one, but no code such as `name_missing`.
    expect(issues.filter(({ message }) => !/^[A-Za-z][^_]* \S/.test(message))).toEqual([]);
  });
});
