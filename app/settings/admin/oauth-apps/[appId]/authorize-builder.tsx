"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ErrorText, SelectField, TextField } from "@/app/_ui/form/field";
import { Checkbox } from "@/app/_ui/form/input";
import { readField } from "@/app/_ui/form/read-field";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { CodeBlock } from "@/app/_ui/shown/code-block";
import { LiveText } from "@/app/_ui/shown/live-text";
import type { AppSummary } from "@/lib/oauth/apps/apps-query";
import { buildAuthorizeUrl, buildTokenCommand, type ClientAuthentication } from "@/lib/oauth/server/authorize-url";

interface BuilderProps {
  app: Pick<AppSummary, "clientId" | "clientType" | "keys" | "redirectUris" | "allowedScopes">;
  baseUrl: string;
}

export function AuthorizeBuilder(props: BuilderProps) {
  const t = useTranslations("appForm.builder");
  const isBrowser = useIsBrowser();
  return (
    <Section id="builder" title={t("title")}>
      {!isBrowser ? (
        <Notice>{t("needsScript")}</Notice>
      ) : window.isSecureContext ? (
        <Builder {...props} />
      ) : (
        <Notice tone="warn">{t("needsSecureContext")}</Notice>
      )}
    </Section>
  );
}

interface Made {
  url: string;
  verifier: string;
  command: string;
}

function Builder({ app, baseUrl }: BuilderProps) {
  const t = useTranslations("appForm.builder");
  const [made, setMade] = useState<Made | "no_scopes" | null>(null);
  const [initialState] = useState(() => createVerifier().slice(0, 22));
  const authentication = app.clientType === "public" ? "none" : app.keys === null ? "secret" : "keys";

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scopes = app.allowedScopes.filter((scope) => form.getAll("builderScopes").includes(scope));
    if (scopes.length === 0) return setMade("no_scopes");
    const verifier = createVerifier();
    const request = {
      baseUrl,
      clientId: app.clientId,
      redirectUri: readField(form, "builderRedirectUri"),
      resource: `${baseUrl}${readField(form, "builderAudience") === "mcp" ? "/mcp" : "/v1"}`,
    };
    const codeChallenge = await createChallenge(verifier);
    setMade({
      verifier,
      url: buildAuthorizeUrl({ ...request, scopes, state: readField(form, "builderState"), codeChallenge }),
      command: buildTokenCommand({ ...request, authentication, codeVerifier: verifier }),
    });
  }

  return (
    <div className="grid gap-5">
      <p className="text-ink-2 text-pretty">{t("intro")}</p>
      <form onSubmit={(event) => void make(event)} className="grid gap-5">
        <BuilderFields app={app} initialState={initialState} />
        <ScopeChoice scopes={app.allowedScopes} error={made === "no_scopes" ? t("noScopes") : undefined} />
        <div>
          <Button type="submit" look="primary">
            {t("make")}
          </Button>
        </div>
      </form>
      <span role="status" className="sr-only">
        <LiveText of={made}>{made && made !== "no_scopes" ? t("made") : ""}</LiveText>
      </span>
      {made && made !== "no_scopes" ? <Result made={made} authentication={authentication} /> : null}
    </div>
  );
}

function BuilderFields({ app, initialState }: { app: BuilderProps["app"]; initialState: string }) {
  const t = useTranslations("appForm.builder");
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField name="builderRedirectUri" label={t("redirectUri")}>
        {app.redirectUris.map((uri) => (
          <option key={uri}>{uri}</option>
        ))}
      </SelectField>
      <SelectField name="builderAudience" label={t("audience")}>
        <option value="api">{t("api")}</option>
        <option value="mcp">{t("mcp")}</option>
      </SelectField>
      <TextField
        name="builderState"
        label={t("state")}
        hint={t("stateHint")}
        defaultValue={initialState}
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
    </div>
  );
}

function ScopeChoice({ scopes, error }: { scopes: readonly string[]; error: string | undefined }) {
  const t = useTranslations("appForm.builder");
  return (
    <fieldset aria-describedby={error ? "builderScopes-error" : undefined}>
      <legend className="mb-2 text-dense font-medium">{t("scopes")}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-7 items-center gap-2 font-mono text-xs">
            <Checkbox name="builderScopes" value={scope} defaultChecked={scope.endsWith(":read")} />
            {scope}
          </label>
        ))}
      </div>
      <div role="status">
        <ErrorText id="builderScopes" error={error} />
      </div>
    </fieldset>
  );
}

function Result({ made, authentication }: { made: Made; authentication: ClientAuthentication }) {
  const t = useTranslations("appForm.builder");
  return (
    <div className="grid grid-cols-1 gap-4">
      <CodeBlock label={t("authorizeUrl")} code={made.url} />
      <div>
        <a
          href={made.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 text-dense font-medium underline underline-offset-4"
        >
          {t("open")}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
      <CodeBlock label={t("verifier")} code={made.verifier} />
      <CodeBlock label={t("token")} code={made.command} language="bash" />
      <p className="text-dense text-ink-3">{t("tokenHint", { authentication })}</p>
    </div>
  );
}

/** RFC 7636: 32 random bytes make a verifier of 43 characters. */
function createVerifier(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function createChallenge(verifier: string): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
