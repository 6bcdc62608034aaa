import { CLIENTS_PATH } from "@/app/_links";

export function findReviewPath({ isAdmin }: { isAdmin: boolean }, url: string | null): string | null {
  return isAdmin && url !== null ? `${CLIENTS_PATH}?url=${encodeURIComponent(url)}` : null;
}
