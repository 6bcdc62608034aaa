import { keyPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { openKey } from "@/lib/api-keys/queries";

export interface KeyPage {
  params: Promise<{ keyId: string }>;
}

export async function openKeyPage({ params }: KeyPage, subpath = ""): Promise<KeySummary> {
  const { keyId } = await params;
  const { user } = await requireSession(`${keyPath(keyId)}${subpath}`);
  return (await orNotFound(openKey(user.id, keyId))).key;
}
