import { findMailToken } from "../accounts/mail-links/use-mail-token";
import { reportInvitation } from "../organizations/invite";
import { findInvitation } from "../organizations/queries";

export async function findReportedInvitation(token: string) {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? findInvitation(open.invitationId) : null;
}

export async function refuseInvitation(token: string): Promise<boolean> {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? reportInvitation(open.invitationId) : false;
}
