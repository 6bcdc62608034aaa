/** A test compares the types with the migrated schema, so a renamed column fails the tests and not a customer. */
export interface Statement<Values = NoValues, Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly write: (placeholders: Readonly<Record<string, string>>) => string;
  /** The n-th name stands for `$n`. */
  readonly names: readonly string[];
  readonly params: Readonly<Record<string, SqlType<unknown>>>;
  readonly row: Readonly<Record<string, SqlType<unknown>>>;
  readonly readsAll?: string;
  readonly types?: (values: Values) => Row;
}

export type NoValues = Readonly<Record<never, unknown>>;
export type ValuesOf<Values> = keyof Values extends never ? [] : [values: NoInfer<Values>];

export type RunStatement = <Values, Row>(
  statement: Statement<Values, Row>,
  ...values: ValuesOf<Values>
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

type Params = Readonly<Record<string, SqlType<unknown>>>;
type NoParams = Readonly<Record<never, SqlType<unknown>>>;
export type Placeholders<Name extends string> = Readonly<Record<Name, string>>;

export function statement<Row extends Params, Of extends Params = NoParams>(definition: {
  name: string;
  params?: Of;
  row: Row;
  text: string | ((placeholders: Placeholders<Extract<keyof Of, string>>) => string);
  readsAll?: string;
}): Statement<{ readonly [Name in keyof Of]: ParameterOf<Of[Name]> }, { [Name in keyof Row]: ValueOf<Row[Name]> }> {
  const { params = {}, text, ...rest } = definition;
  const write = typeof text === "string" ? () => text : text;
  const names = Object.keys(params);
  const placeholders: unknown = Object.fromEntries(names.map((name, index) => [name, `$${index + 1}`]));
  return { ...rest, params, names, write, text: write(placeholders as Placeholders<Extract<keyof Of, string>>) };
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
