import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SURFACES } from "../../api/surfaces";
import { STATUSES } from "../../platform/errors";
import { listFailures } from "./error-responses";
import { findOperation, readReference } from "./operations";
import { REGISTRY } from "./registry";
import type { Member } from "./schema";

const { operations, tags } = readReference();

describe("operations of the reference", () => {
  test.each(REGISTRY)("describe $operationId as declared", (endpoint) => {
    const operation = findOperation(endpoint.operationId);
    const { method, path, scope, units, summary, kind } = endpoint;
    expect(operation).toMatchObject({ method, path, scope, units, summary, kind });
    expect(operation?.parameters.path.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(operation?.parameters.query.map(({ name }) => name)).toEqual(
      endpoint.kind === "read" ? Object.keys(endpoint.query.shape) : [],
    );
    expect(operation?.body === null).toBe(endpoint.kind !== "write");
    expect(operation?.response.status).toBe(endpoint.response.status);
    expect(operation?.burstGroup).toBe(endpoint.kind === "write" ? "write" : "read");
    const declared = [...listFailures(endpoint)].flatMap(([status, codes]) => codes.map((code) => ({ status, code })));
    expect(operation?.failures).toEqual(declared);
  });

  test.each(REGISTRY)("show each refusal of $operationId once, by a gate or the operation", (endpoint) => {
    const operation = findOperation(endpoint.operationId);
    const shown = [...(operation?.gates ?? []).flatMap(({ refuses }) => refuses), ...(operation?.refuses ?? [])];
    const expected = operation?.failures.filter(
      ({ status, code }) => ![413, 414, 431].includes(status) && code !== "internal_error",
    );
    const sort = (failures: typeof shown) => failures.map(({ status, code }) => `${status} ${code}`).sort();
    expect(sort(shown)).toEqual(sort([...(expected ?? [])]));
  });

  test("keep the gates in the order of the surface", () => {
    const gates = findOperation("createTask")?.gates.map(({ name }) => name);
    expect(gates).toEqual(Object.keys(SURFACES.v1Write));
    expect(findOperation("listTasks")?.gates.map(({ name }) => name)).toEqual(gates?.slice(0, -1));
  });

  test("have one tag and a status for every code", () => {
    expect(tags.flatMap((tag) => tag.operations.map(({ id }) => id)).sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    );
    expect(operations.flatMap(({ failures }) => failures).every(({ code }) => code in STATUSES)).toBe(true);
  });

  test("describe bounds, values and required combinations of a body", () => {
    const body = findOperation("updateTask")?.body;
    const find = (name: string): Member | undefined => body?.members.find((member) => member.name === name);
    expect(body?.rule).toEqual({
      kind: "atLeastOne",
      names: ["title", "description", "status", "dueDate", "assigneeId"],
    });
    expect(find("title")?.ranges).toEqual([{ of: "length", min: 1, max: 200 }]);
    expect(find("status")?.values).toEqual(["NOT_STARTED", "IN_PROGRESS", "COMPLETED"]);
    expect(find("dueDate")).toMatchObject({ isNullable: true, format: "date-time", type: "string" });
    expect(findOperation("createFile")?.body?.rule).toEqual({ kind: "exactlyOne", names: ["messageId", "taskId"] });
  });

  test("show the members of a page's items", () => {
    const response = findOperation("listTasks")?.response;
    expect(response?.itemName).toBe("TaskSummary");
    const [data] = response?.members ?? [];
    expect(data).toMatchObject({ name: "data", type: "array of TaskSummary" });
    expect(data?.members.map(({ name }) => name)).toContain("dueDate");
  });
});

describe("examples", () => {
  test.each(operations)("have a sample of the right form for each id in $id", ({ parameters, sample }) => {
    expect(Object.keys(sample.path)).toEqual(parameters.path.map(({ name }) => name));
    for (const id of Object.values(sample.path)) expect(id).toMatch(/^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  function findMismatches(value: unknown, members: readonly Member[], path: string): string[] {
    if (typeof value !== "object" || value === null) return [`${path} is no object`];
    return members.flatMap((member) => {
      const at = `${path}.${member.name}`;
      const found = (value as Readonly<Record<string, unknown>>)[member.name];
      if (found === undefined) return member.isRequired ? [`${at} is missing`] : [];
      if (found === null) return member.isNullable ? [] : [`${at} is null`];
      if (member.members.length > 0) return findMismatches(Array.isArray(found) ? found[0] : found, member.members, at);
      const types: Readonly<Record<string, string>> = { string: "string", integer: "number", boolean: "boolean" };
      const type = types[member.type];
      return type === undefined || typeof found === type ? [] : [`${at} is no ${member.type}`];
    });
  }

  test.each(operations)("fit the response schema of $id", ({ id, response }) => {
    expect(findMismatches(response.example, response.members, id)).toEqual([]);
  });

  test.each(REGISTRY.filter((endpoint) => endpoint.kind === "write"))(
    "the body of $operationId is taken",
    (endpoint) => {
      const sent = findOperation(endpoint.operationId)?.sample.body ?? undefined;
      expect(endpoint.body.safeParse(sent).error).toBeUndefined();
    },
  );
});

test("builds the reference from the published description", () => {
  const published = JSON.parse(readFileSync("public/openapi.json", "utf8")) as { info: { version: string } };
  expect(readReference().version).toBe(published.info.version);
});
