export const AUDIT_PATH = "/settings/developer/audit-log";
