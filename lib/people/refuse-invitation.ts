import { findMailToken } from "../accounts/mail-links/use-mail-token";
import { reportInvitation } from "../organizations/invite";
import { findInvitation } from "../organizations/queries";

/** The open invitation of the link "Report this invitation"; null: it was answered, withdrawn or reported, or has expired. */
export async function findReportedInvitation(token: string) {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? findInvitation(open.invitationId) : null;
}

/** False: there is no such invitation any more. */
export async function refuseInvitation(token: string): Promise<boolean> {
  const open = await findMailToken(token, "report_invitation");
  return open?.invitationId ? reportInvitation(open.invitationId) : false;
}
