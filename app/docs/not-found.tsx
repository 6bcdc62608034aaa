import { DOCS_PATH } from "@/lib/docs/pages";
import { MissingDoc } from "./_page/missing-doc";

/** Next draws this without the front door; see renderPage. */
export default function DocsNotFoundPage() {
  return <MissingDoc path={DOCS_PATH} />;
}
