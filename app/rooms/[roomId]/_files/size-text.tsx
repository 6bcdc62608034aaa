import { useSizeText } from "./use-size-text";

export function SizeText({ sizeBytes }: { sizeBytes: number }) {
  return <span>{useSizeText()(sizeBytes)}</span>;
}
