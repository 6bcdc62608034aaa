/** A test compares the types with the migrated schema, so a renamed column fails the tests and not a customer. */
export interface Statement<Values extends readonly unknown[] = readonly never[], Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly params: readonly SqlType<unknown>[];
  readonly row: Readonly<Record<string, SqlType<unknown>>>;
  readonly readsAll?: string;
  readonly types?: (values: Values) => Row;
}

export type RunStatement = <Values extends readonly unknown[], Row>(
  statement: Statement<Values, Row>,
  values: Values,
) => Promise<Row[]>;

/**
 * Runs once for all callers of the same moment in a transaction, and must send its query in the turn in which it is
 * called.
 */
export interface SharedStatement<Item, Result> {
  readonly name: string;
  readonly run: (query: RunStatement, items: readonly Item[]) => Promise<readonly Result[]>;
}

export type RowOf<Of extends { readonly types?: (values: never) => unknown }> = ReturnType<NonNullable<Of["types"]>>;

export interface SqlType<T> {
  readonly type: string;
  readonly isNullable: boolean;
  readonly value?: T;
}

type ValueOf<Type> = Type extends SqlType<infer T> ? T : never;
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
export const bigint = type<string>("bigint");
export const safeInteger = type<number>("bigint");
export const limit = type<number>("bigint");
export const uuid = type<string>("uuid");
export const double = type<number>("double precision");
export const boolean = type<boolean>("boolean");
export const bytes = type<Buffer>("bytea");
export const bytesArray = type<readonly Buffer[]>("bytea[]");
export const instant = type<Date>("timestamp with time zone");
export const instantText = type<string>("timestamp without time zone");
export const textArray = type<readonly string[]>("text[]");
export const integerArray = type<readonly number[]>("integer[]");

export function column<T>(of: SqlType<T>): SqlType<readonly T[]> {
  return type(`${of.type}[]`);
}

export function nullable<T>(of: SqlType<T>): SqlType<T | null> {
  return { type: of.type, isNullable: true };
}

export function present<T>(of: SqlType<T>): SqlType<T> & { isPresent: true } {
  return { ...of, isPresent: true };
}

export function narrowed<Narrow>(): (
  of: SqlType<string> | SqlType<number> | SqlType<readonly string[]>,
) => SqlType<Narrow> {
  return (of) => of as SqlType<Narrow>;
}

export function enumeration<T extends string>(name: string): SqlType<T> {
  return type<T>(name);
}

export function json<T>(kind: "json" | "jsonb" = "jsonb"): SqlType<T> {
  return type<T>(kind);
}
