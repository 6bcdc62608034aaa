import { type Connection, Query } from "pg";

interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Extended {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const pgQuery = Query.prototype as unknown as Extended;

const columnsOf = new WeakMap<Connection, Map<string, Columns>>();

/**
 * pg asks for the description of the columns each time, which costs both sides more than many rows do. A connection may
 * keep it: PostgreSQL refuses a prepared statement whose columns have changed. No class, since both module graphs use
 * it.
 */
export function createStatementQuery(name: string, text: string, values: unknown[]): Query {
  const query = new Query(text, values);
  const own = query as unknown as Extended;
  own.name = name;
  own.prepare = prepare;
  own.handleCommandComplete = storeColumns;
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

function storeColumns(this: Extended, message: unknown, connection: Connection): void {
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
