import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { IdPrefix } from "../platform/ids";
import type { PageRequest } from "../platform/page";
import { read } from "./endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "./list";

type ReadDeclaration<Path extends string, Access> = Parameters<typeof read<Path, Access, z.ZodObject, z.ZodType>>[0];

interface ListDeclaration<Path extends string, Access, Item extends z.ZodType>
  extends Omit<ReadDeclaration<Path, Access>, "method" | "query" | "response" | "run"> {
  item: Item;
  /** Of the items' ids, which order the list. */
  idPrefix: IdPrefix;
  rows: (context: { access: Access; caller: Caller; page: PageRequest }) => Promise<(z.input<Item> & { id: string })[]>;
}

/** A read that answers pages of items, newest first. */
export function list<const Path extends string, Access, Item extends z.ZodType>({
  item,
  idPrefix,
  rows,
  ...declaration
}: ListDeclaration<Path, Access, Item>) {
  const { operationId } = declaration;
  return read({
    ...declaration,
    method: "GET",
    query: listQuery(operationId, idPrefix),
    response: { status: 200, schema: cursorPage(item) },
    run: async ({ access, caller, query }) => {
      const page = pageOf(query);
      return toPage(operationId, await rows({ access, caller, page }), page, ({ id }) => id);
    },
  });
}
