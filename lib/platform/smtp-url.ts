export interface SmtpServer {
  host: string;
  port: number;
  tls: "direct" | "required" | "optional";
  auth: { user: string; pass: string } | null;
}

export const SMTP_URL_SHAPE =
  "must be smtp://[user:password@]host[:port][?starttls=optional] or smtps://…, percent-encoded";

export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, searchParams, hash } = new URL(text);
  const isDirect = protocol === "smtps:";
  if (!isDirect && protocol !== "smtp:") return null;
  if (hostname === "" || hash !== "" || !["", "/"].includes(pathname)) return null;
  const isOptional =
    !isDirect && search !== "" && searchParams.get("starttls") === "optional" && searchParams.size === 1;
  if (search !== "" && !isOptional) return null;
  try {
    const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isDirect ? 465 : 587) : Number(port),
      tls: isDirect ? "direct" : isOptional ? "optional" : "required",
      auth: username === "" ? null : auth,
    };
  } catch {
    return null;
  }
}
