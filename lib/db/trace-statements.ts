import type { PoolClient } from "pg";
import { readTracing, startSpan } from "../platform/spans";

type Query = (...given: unknown[]) => unknown;

const traced = new WeakSet<PoolClient>();

export function traceStatements(client: PoolClient): void {
  if (readTracing() === null || traced.has(client)) return;
  traced.add(client);
  const query = client.query.bind(client) as Query;
  const traceQuery: Query = (...given) => {
    const end = startSpan(nameStatement(given[0]), "client");
    if (!end) return query(...given);
    const last = given.at(-1);
    if (typeof last === "function") {
      const callback = last as (error: unknown, ...results: unknown[]) => void;
      return query(...given.slice(0, -1), (error: unknown, ...results: unknown[]) => {
        end(error);
        callback(error, ...results);
      });
    }
    const answering = query(...given);
    if (answering instanceof Promise) answering.then(() => end(null), end);
    return answering;
  };
  Object.assign(client, { query: traceQuery });
}

/** A text may hold values, so only its first word is recorded. */
function nameStatement(statement: unknown): string {
  if (typeof statement === "string") return firstWord(statement);
  const { name, text } = (statement ?? {}) as { name?: unknown; text?: unknown };
  if (typeof name === "string" && name !== "") return name;
  return typeof text === "string" ? firstWord(text) : "statement";
}

function firstWord(text: string): string {
  return /^\s*([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase() ?? "statement";
}
