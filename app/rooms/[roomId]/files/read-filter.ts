import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { FILE_SOURCES } from "@/lib/files/file";
import { FILE_KINDS, type FileFilter } from "@/lib/files/workspace";

export function readFilter(given: Awaited<SearchParams>): FileFilter {
  return {
    source: FILE_SOURCES.find((source) => source === readText(given, "source")) ?? "",
    kind: FILE_KINDS.find((kind) => kind === readText(given, "kind")) ?? "",
  };
}
