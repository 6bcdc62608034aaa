import type { AuditActionName } from "../../audit/record-action";

export const ADMINISTRATION_ACTS = [
  "tenant.suspend",
  "tenant.resume",
  "tenant.set_seats",
  "legal_hold.place",
  "legal_hold.lift",
  "background_run.retry",
  "background_run.cancel",
  "oauth_app.register",
  "oauth_app.update",
  "oauth_app.rotate_secret",
  "oauth_app.end_secret_overlap",
  "oauth_app.deactivate",
  "oauth_app.reactivate",
  "oauth_client.refuse",
  "administrator.create",
  "administrator.promote",
  "administrator.renew_password",
] as const satisfies readonly AuditActionName[];
