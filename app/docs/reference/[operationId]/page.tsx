import { OperationPage, titleOperation } from "@/app/_reference/operation-page";
import { drawPage, titlePage } from "@/app/_ui/draw-page";

interface Props {
  params: Promise<{ operationId: string }>;
}

export const generateMetadata = ({ params }: Props) =>
  titlePage("page", async () => titleOperation((await params).operationId));

export default drawPage("page", async function PublicOperationPage({ params }: Props) {
  return OperationPage({ operationId: (await params).operationId, frame: "docs" });
});
