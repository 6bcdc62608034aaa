import { ReferencePage } from "@/app/_reference/reference-page";
import { pageTitle } from "@/app/_ui/page-title";

export const generateMetadata = pageTitle("reference.title");

export default function PublicReferencePage() {
  return <ReferencePage frame="docs" />;
}
