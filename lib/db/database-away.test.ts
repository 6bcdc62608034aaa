import { connect } from "node:net";
import { expect, test } from "vitest";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { AppError } from "../platform/errors";
import { isDatabaseAway } from "./database-away";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("x"), { code }, more);

test.each([
  ["no connection was free in time", new Error("timeout exceeded when trying to connect")],
  ["a connection took too long", new Error("Connection terminated due to connection timeout")],
  ["a connection was cut", new Error("Connection terminated unexpectedly")],
  ["a connection had been cut before", new Error("Client has encountered a connection error and is not queryable")],
  ["PostgreSQL was silent", new Error("PostgreSQL did not respond in time")],
  ["PostgreSQL stops", withCode("57P01")],
  ["PostgreSQL starts", withCode("57P03")],
  ["too many connections", withCode("53300")],
  ["the disk of PostgreSQL is full", withCode("53100")],
  ["a broken protocol", withCode("08P01")],
  ["Prisma cannot reach it", withCode("P1001")],
  ["Prisma lost its connection", withCode("P1017")],
  ["a reset", withCode("ECONNRESET", { syscall: "read" })],
])("%s: the database is away", (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ["a unique key", withCode("23505")],
  ["a statement that took too long", withCode("57014")],
  ["an error of ours", new AppError("not_found", "It is not there.")],
  ["a file that is not there", withCode("ENOENT", { syscall: "open" })],
  ["a disk of ours that is full", withCode("ENOSPC", { syscall: "write" })],
  [
    "another service",
    Object.assign(new TypeError("fetch failed"), { cause: withCode("ECONNREFUSED", { syscall: "connect" }) }),
  ],
  ["a text", "Connection terminated"],
])("%s: it is not", (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test("recognizes a port where nothing listens", async () => {
  const port = await findFreePort();
  const error = await new Promise((resolve) => connect(port, "127.0.0.1").once("error", resolve));
  expect(isDatabaseAway(error)).toBe(true);
});
