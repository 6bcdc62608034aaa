import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { PageRequest } from "../db/page";
import type { IdPrefix } from "../platform/ids";
import { read } from "./endpoint";
import { cursorPage, type IsPlace, listQuery, pageOf, toPage } from "./list";

type ReadDeclaration<Path extends string, Access> = Parameters<typeof read<Path, Access, z.ZodObject, z.ZodType>>[0];
type Listed<Item extends z.ZodType> = z.input<Item> & { id: string };

interface ListDeclaration<Path extends string, Access, Item extends z.ZodType, Filters extends z.ZodRawShape>
  extends Omit<ReadDeclaration<Path, Access>, "method" | "query" | "checkQuery" | "response" | "run"> {
  item: Item;
  idPrefix: IdPrefix | IsPlace;
  placeOf?: (item: Listed<Item>) => string;
  filters?: Filters;
  rows: (context: {
    access: Access;
    caller: Caller;
    page: PageRequest;
    filters: z.output<z.ZodObject<Filters>>;
  }) => Promise<Listed<Item>[]>;
}

export function list<
  const Path extends string,
  Access,
  Item extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>({
  item,
  idPrefix,
  placeOf = ({ id }) => id,
  filters: shape,
  rows,
  ...declaration
}: ListDeclaration<Path, Access, Item, Filters>) {
  const { operationId } = declaration;
  return read({
    ...declaration,
    method: "GET",
    ...listQuery(operationId, idPrefix, shape),
    response: { status: 200, schema: cursorPage(item) },
    run: async ({ access, caller, params, query }) => {
      const page = pageOf(query, { caller, params });
      const given: object = query;
      const filters = given as z.output<z.ZodObject<Filters>>;
      return toPage(operationId, await rows({ access, caller, page, filters }), page, placeOf);
    },
  });
}
