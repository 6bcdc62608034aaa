import { type Connection, Query } from "pg";

/** The part of a description of columns by which pg reads rows. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** Members of pg's query that its types do not tell. */
interface Extended {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const pgQuery = Query.prototype as unknown as Extended;

/** By the names of statements, of each connection: PostgreSQL refuses a prepared statement whose columns have changed. */
const columnsOf = new WeakMap<Connection, Map<string, Columns>>();

/**
 * A named statement that asks for the description of its columns once a connection. pg asks each time, although both sides
 * take longer for it than for many a row. No class: both module graphs use it.
 */
export function createStatementQuery(name: string, text: string, values: unknown[]): Query {
  const query = new Query(text, values);
  const own = query as unknown as Extended;
  own.name = name;
  own.prepare = prepare;
  own.handleCommandComplete = keepColumns;
  return query;
}

function prepare(this: Extended, connection: Connection): void {
  const columns = columnsOf.get(connection)?.get(this.name);
  if (columns) {
    Object.assign(this._result, columns);
    this._accumulateRows = true;
  }
  pgQuery.prepare.call(this, columns ? withoutDescribe(connection) : connection);
}

function keepColumns(this: Extended, message: unknown, connection: Connection): void {
  pgQuery.handleCommandComplete.call(this, message, connection);
  const known = columnsOf.get(connection) ?? new Map<string, Columns>();
  if (known.has(this.name)) return;
  const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
  columnsOf.set(connection, known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }));
}

const silenced = new WeakMap<Connection, Connection>();

function withoutDescribe(connection: Connection): Connection {
  const own =
    silenced.get(connection) ?? (Object.create(connection, { describe: { value: () => undefined } }) as Connection);
  silenced.set(connection, own);
  return own;
}
