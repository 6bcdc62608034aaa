import { Argument, type Command } from "commander";
import { findBaseUrl } from "./session";
import type { Svc } from "./svc";

const PAGES = {
  home: "/settings/developer",
  keys: "/settings/developer/api-keys",
  webhooks: "/settings/developer/webhooks",
  requests: "/settings/developer/requests",
  usage: "/settings/developer/usage",
  audit: "/settings/developer/audit-log",
  devices: "/settings/developer/authorized-apps",
  agents: "/settings/developer/connect-agent",
  reference: "/docs/reference",
  docs: "/docs",
  rooms: "/rooms",
} as const;

export function registerOpen(program: Command, svc: Svc): void {
  const pages = Object.keys(PAGES) as (keyof typeof PAGES)[];
  program
    .command("open")
    .description("open a page of the service in your browser")
    .addArgument(new Argument("[page]", "the page").choices(pages).default("home"))
    .action(async (page: keyof typeof PAGES) => {
      const { surroundings, output, options } = svc;
      const url = `${await findBaseUrl(surroundings, options)}${PAGES[page]}`;
      const isOpened = surroundings.stdout.isTTY === true && (await surroundings.openBrowser(url));
      output.result({ url, isOpened }, () => url);
    });
}
