import { nameIndex, readSearch } from "@/lib/docs/search-entries";
import { LOCALES } from "@/lib/i18n/locale";

interface Context {
  params: Promise<{ name: string }>;
}

/** The name holds a hash of the texts, so a browser keeps the file for good. An old name gets the new file, unkept. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { name } = await params;
  const locale = LOCALES.find((known) => name.startsWith(`${known}-`));
  if (!locale) return new Response("There is no such index.\n", { status: 404 });
  const { json } = await readSearch(locale);
  const isCurrent = name === nameIndex(locale);
  return new Response(json, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    },
  });
}
