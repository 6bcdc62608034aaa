import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { ActionForm, FormButtons } from "./action-form";
import { FieldGroup, TextField } from "./field";
import type { Problem } from "./problems";
import type { Form } from "./use-form";

const NAME: Problem = { field: "name", item: "", reason: "name_missing", message: "Enter a name." };
const SCOPES: Problem = { field: "scopes", item: "", reason: "scopes_missing", message: "Choose at least one scope." };

function draw(problems: readonly Problem[], { isPending = false, values = null }: Partial<Form> = {}): string {
  const form: Form = { state: {}, problems, isPending, values, send: () => undefined };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <ActionForm form={form} failed="Nothing was saved" hidden={{ keyId: "key_1" }}>
        <TextField name="name" label="Name" hint="For people" defaultValue="typed" />
        <FieldGroup id="scopes" legend="Scopes">
          <input name="scopes" />
        </FieldGroup>
        <FormButtons submit="Save" cancelHref="/back" />
      </ActionForm>
    </NextIntlClientProvider>,
  );
}

test("a form without problems has no summary and no invalid field", () => {
  const html = draw([]);
  expect(html).not.toContain('role="alert"');
  expect(html).not.toContain("aria-invalid");
  expect(html).toContain('<input type="hidden" name="keyId" value="key_1"/>');
  expect(html).toContain('aria-describedby="name-hint"');
});

test("a refused field is marked, described and linked from the summary, and keeps its value", () => {
  const html = draw([NAME, SCOPES]);
  expect(html).toContain('href="#name"');
  expect(html).toMatch(/<input[^>]*id="name"[^>]*aria-describedby="name-hint name-error"[^>]*aria-invalid="true"/);
  expect(html).toContain('value="typed"');
  expect(html).toMatch(/<fieldset[^>]*id="scopes"[^>]*aria-describedby="scopes-error"/);
  expect(html.split("Enter a name.")).toHaveLength(3);
});

test("shows the texts that a refusing action returns, for readers without JavaScript", () => {
  expect(draw([NAME], { values: { name: "kept", other: ["1"] } })).toContain('value="kept"');
  expect(draw([NAME], { values: { other: "kept" } })).toContain('value="typed"');
});

test("a pending form says so on its button", () => {
  expect(draw([], { isPending: true })).toMatch(/<button[^>]*aria-disabled="true"/);
});
