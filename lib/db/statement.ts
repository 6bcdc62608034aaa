/**
 * Hot SQL: a named statement with the types of its parameters and columns. TypeScript reads its types from them, and a
 * test compares them with the migrated schema, so a renamed column fails the tests and not a customer.
 */
export interface Statement<Values extends readonly unknown[] = readonly never[], Row = unknown> {
  /** Prepared once a connection under this name: one name, one text. */
  readonly name: string;
  readonly text: string;
  readonly params: readonly SqlType<unknown>[];
  readonly row: Readonly<Record<string, SqlType<unknown>>>;
  /** Why it reads a whole table. Without a reason the test asks for an index. */
  readonly readsAll?: string;
  /** Exists for the compiler alone. */
  readonly types?: (values: Values) => Row;
}

export type RunStatement = <Values extends readonly unknown[], Row>(
  statement: Statement<Values, Row>,
  values: Values,
) => Promise<Row[]>;

/**
 * A statement that runs once for all callers of the same moment in a transaction, with all their items and one result for
 * each. It is known by its name, and sends its query in the turn in which it is called.
 */
export interface SharedStatement<Item, Result> {
  readonly name: string;
  readonly run: (query: RunStatement, items: readonly Item[]) => Promise<readonly Result[]>;
}

export type RowOf<Of extends { readonly types?: (values: never) => unknown }> = ReturnType<NonNullable<Of["types"]>>;

export interface SqlType<T> {
  /** As PostgreSQL spells it (`regtype`). */
  readonly type: string;
  readonly isNullable: boolean;
  readonly value?: T;
}

type ValueOf<Type> = Type extends SqlType<infer T> ? T : never;
/** pg writes Dates and texts alike as instants. */
type ParameterOf<Type> = ValueOf<Type> extends infer T ? (Date extends T ? T | string : T) : never;

export function statement<
  const Params extends readonly SqlType<unknown>[],
  Row extends Record<string, SqlType<unknown>>,
>(definition: {
  name: string;
  params: Params;
  row: Row;
  text: string;
  readsAll?: string;
}): Statement<{ -readonly [I in keyof Params]: ParameterOf<Params[I]> }, { [K in keyof Row]: ValueOf<Row[K]> }> {
  return definition;
}

function type<T>(name: string): SqlType<T> {
  return { type: name, isNullable: false };
}

export const text = type<string>("text");
export const integer = type<number>("integer");
/** pg reads a bigint as text, since a number may not hold it. */
export const bigint = type<string>("bigint");
/** A parameter alone: any integer that a number holds exactly. */
export const safeInteger = type<number>("bigint");
/** The parameter of LIMIT. */
export const limit = type<number>("bigint");
export const uuid = type<string>("uuid");
export const double = type<number>("double precision");
export const boolean = type<boolean>("boolean");
export const bytes = type<Buffer>("bytea");
export const bytesArray = type<readonly Buffer[]>("bytea[]");
export const instant = type<Date>("timestamp with time zone");
/** A column read by `isoText`. */
export const instantText = type<string>("timestamp without time zone");
export const textArray = type<readonly string[]>("text[]");
export const integerArray = type<readonly number[]>("integer[]");

/** A column of the rows that a shared statement writes. */
export function column<T>(of: SqlType<T>): SqlType<readonly T[]> {
  return type(`${of.type}[]`);
}

export function nullable<T>(of: SqlType<T>): SqlType<T | null> {
  return { type: of.type, isNullable: true };
}

/** A nullable column of which this statement finds no NULL. */
export function present<T>(of: SqlType<T>): SqlType<T> & { isPresent: true } {
  return { ...of, isPresent: true };
}

/** The same SQL type, narrowed: `narrowed<Role>()(integer)`. */
export function narrowed<Narrow>(): (
  of: SqlType<string> | SqlType<number> | SqlType<readonly string[]>,
) => SqlType<Narrow> {
  return (of) => of as SqlType<Narrow>;
}

/** An enum type of the schema. */
export function enumeration<T extends string>(name: string): SqlType<T> {
  return type<T>(name);
}

export function json<T>(kind: "json" | "jsonb" = "jsonb"): SqlType<T> {
  return type<T>(kind);
}
