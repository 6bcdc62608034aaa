import { buildRequest, type CallValues, nameCredential } from "./call-request";
import { PHP, RUBY, writeGoText, writeLiteral } from "./literals";
import type { Operation } from "./operations";

/** Calls in languages without a client of ours: their own libraries do. */

interface HeaderWriter {
  text: (value: string) => string;
  /** The bearer that the environment variable holds. */
  bearer: (variable: string) => string;
  randomKey: string;
}

/** The headers with the expression of each. */
function listHeaders(operation: Operation, values: CallValues, write: HeaderWriter): [name: string, value: string][] {
  return Object.entries(plan(operation, values).headers).map(([name, value]) => {
    if (name === "Authorization") return [name, write.bearer(nameCredential(operation))];
    return [name, name === "Idempotency-Key" ? write.randomKey : write.text(value)];
  });
}

const plan = (operation: Operation, values: CallValues) =>
  buildRequest(operation, values, { credential: "", idempotencyKey: "" });

const GO_HEADERS: HeaderWriter = {
  text: writeGoText,
  bearer: (variable) => `"Bearer "+os.Getenv("${variable}")`,
  randomKey: "rand.Text()",
};

export function writeGo(operation: Operation, values: CallValues, baseUrl: string): string {
  const { method, target, body } = plan(operation, values);
  const headers = listHeaders(operation, values, GO_HEADERS);
  const hasKey = headers.some(([, value]) => value === GO_HEADERS.randomKey);
  const packages = [
    ...(hasKey ? ["crypto/rand"] : []),
    "fmt",
    "io",
    "net/http",
    "os",
    ...(body === null ? [] : ["strings"]),
  ];
  const fail = ["\tif err != nil {", "\t\tpanic(err)", "\t}"];
  return [
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(body === null ? [] : [`\tbody := strings.NewReader(${writeGoText(body)})`]),
    `\trequest, err := http.NewRequest("${method}", ${writeGoText(baseUrl + target)}, ${body === null ? "nil" : "body"})`,
    ...fail,
    ...headers.map(([name, value]) => `\trequest.Header.Set("${name}", ${value})`),
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...fail,
    "\tdefer response.Body.Close()",
    "\tresult, err := io.ReadAll(response.Body)",
    ...fail,
    "\tfmt.Println(response.Status, string(result))",
    "}",
  ].join("\n");
}

const PHP_HEADERS: HeaderWriter = {
  text: (value) => `${value}'`,
  bearer: (variable) => `Bearer ' . getenv('${variable}')`,
  randomKey: "' . bin2hex(random_bytes(16))",
};

export function writePhp(operation: Operation, values: CallValues, baseUrl: string): string {
  const { method, target, body } = plan(operation, values);
  const headers = listHeaders(operation, values, PHP_HEADERS);
  return [
    "<?php",
    `$request = curl_init(${PHP.text(baseUrl + target)});`,
    "curl_setopt_array($request, [",
    ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    "    CURLOPT_HTTPHEADER => [",
    ...headers.map(([name, value]) => `        '${name}: ${value},`),
    "    ],",
    ...(body === null ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${writeLiteral(values.body, PHP)}),`]),
    "    CURLOPT_RETURNTRANSFER => true,",
    "]);",
    "$result = curl_exec($request);",
    "if ($result === false) {",
    "    throw new RuntimeException(curl_error($request));",
    "}",
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $result, "\\n";',
  ].join("\n");
}

const RUBY_HEADERS: HeaderWriter = {
  text: RUBY.text,
  bearer: (variable) => `"Bearer #{ENV.fetch("${variable}")}"`,
  randomKey: "SecureRandom.uuid",
};

export function writeRuby(operation: Operation, values: CallValues, baseUrl: string): string {
  const { method, target, body } = plan(operation, values);
  const headers = listHeaders(operation, values, RUBY_HEADERS);
  const hasKey = headers.some(([, value]) => value === RUBY_HEADERS.randomKey);
  const libraries = [...(body === null ? [] : ["json"]), "net/http", ...(hasKey ? ["securerandom"] : [])];
  return [
    ...libraries.map((name) => `require "${name}"`),
    "",
    `uri = URI(${RUBY.text(baseUrl + target)})`,
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`,
    ...headers.map(([name, value]) => `request["${name}"] = ${value}`),
    ...(body === null ? [] : [`request.body = JSON.generate(${writeLiteral(values.body, RUBY)})`]),
    "",
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    "  http.request(request)",
    "end",
    "puts response.code, response.body",
  ].join("\n");
}
