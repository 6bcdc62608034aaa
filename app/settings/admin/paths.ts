import { writeQuery } from "@/lib/webhooks/history/delivery-filter";

export const HEALTH_PATH = "/settings/admin";
export const TROUBLED_HOSTS_PATH = `${HEALTH_PATH}/deliveries`;
export const BACKGROUND_PATH = `${HEALTH_PATH}/background`;
export const ACTS_PATH = `${HEALTH_PATH}/acts`;

export function actsPath(query: Readonly<Record<string, string>>): string {
  return `${ACTS_PATH}${writeQuery({ ...query })}`;
}

export function backgroundPath(query: Readonly<Record<string, string>>): string {
  return `${BACKGROUND_PATH}${writeQuery({ ...query })}`;
}

export function troubledHostsPath(filter: Readonly<Record<string, string>>): string {
  return `${TROUBLED_HOSTS_PATH}${writeQuery({ ...filter })}`;
}
