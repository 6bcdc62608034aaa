export const APPS_PATH = "/settings/admin/oauth-apps";

export function appPath(appId: string): string {
  return `${APPS_PATH}/${encodeURIComponent(appId)}`;
}

export const CLIENTS_PATH = `${APPS_PATH}/clients`;

export function clientPath(documentId: string): string {
  return `${CLIENTS_PATH}/${encodeURIComponent(documentId)}`;
}
