import { MissingPage } from "@/app/_ui/page/missing-page";

/** Next draws this without the front door; see renderPage. */
export default function DocsNotFoundPage() {
  return <MissingPage thing="doc" />;
}
