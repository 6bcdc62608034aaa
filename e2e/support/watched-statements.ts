import pg from "pg";
import { vi } from "vitest";

export interface SentStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** The named statements that this process sends to PostgreSQL from now on. */
export function watchStatements(): { list(): SentStatement[]; end(): void } {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const sent = () => spy.mock.calls.map(([statement]) => statement as unknown as SentStatement);
  return { list: () => sent().filter(({ name }) => name !== undefined), end: () => spy.mockRestore() };
}
