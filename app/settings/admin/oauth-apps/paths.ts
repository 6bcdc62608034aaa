export const APPS_PATH = "/settings/admin/oauth-apps";

export function appPath(appId: string): string {
  return `${APPS_PATH}/${encodeURIComponent(appId)}`;
}
