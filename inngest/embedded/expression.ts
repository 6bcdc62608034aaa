/**
 * The part of Inngest's expressions (CEL) that the functions may use: member paths below `event` and `async`, literals,
 * `+` to join texts, `==` and `!=`, `&&` and `||`. No calls, no code: what is not of this form is refused at start.
 */
export type Scope = Readonly<Record<"event" | "async", unknown>>;
export type Expression = (scope: Partial<Scope>) => unknown;

const TOKEN = /\s*(?:([A-Za-z_][A-Za-z0-9_.]*)|(-?\d+(?:\.\d+)?)|'([^'\\]*)'|"([^"\\]*)"|(==|!=|&&|\|\||\+|\(|\)))/y;

export function parseExpression(text: string): Expression {
  const tokens = splitTokens(text);
  let at = 0;
  const next = () => tokens[at];
  const take = (symbol: string) => {
    const isNext = next()?.symbol === symbol;
    if (isNext) at += 1;
    return isNext;
  };

  function readEither(): Expression {
    let left = readBoth();
    while (take("||")) left = join(left, readBoth(), (a, b) => a === true || b === true);
    return left;
  }
  function readBoth(): Expression {
    let left = readComparison();
    while (take("&&")) left = join(left, readComparison(), (a, b) => a === true && b === true);
    return left;
  }
  function readComparison(): Expression {
    const left = readSum();
    if (take("==")) return join(left, readSum(), isEqual);
    if (take("!=")) return join(left, readSum(), (a, b) => !isEqual(a, b));
    return left;
  }
  function readSum(): Expression {
    let left = readOperand();
    while (take("+")) left = join(left, readOperand(), addValues);
    return left;
  }
  function readOperand(): Expression {
    if (take("(")) {
      const inner = readEither();
      if (!take(")")) throw refuse(text);
      return inner;
    }
    const token = next();
    if (token?.read === undefined) throw refuse(text);
    at += 1;
    return token.read;
  }

  const expression = readEither();
  if (at < tokens.length) throw refuse(text);
  return expression;
}

interface Token {
  symbol?: string;
  read?: Expression;
}

function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (text.slice(pattern.lastIndex).trim() !== "") {
    const found = pattern.exec(text);
    if (!found) throw refuse(text);
    const [, path, number, single, double, symbol] = found;
    if (symbol !== undefined) tokens.push({ symbol });
    else if (path !== undefined) tokens.push({ read: readPath(path, text) });
    else {
      const value = number === undefined ? (single ?? double) : Number(number);
      tokens.push({ read: () => value });
    }
  }
  return tokens;
}

const WORDS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function readPath(path: string, text: string): Expression {
  if (WORDS.has(path)) return () => WORDS.get(path);
  const [root, ...names] = path.split(".");
  if ((root !== "event" && root !== "async") || names.includes("")) throw refuse(text);
  return (scope) => names.reduce<unknown>(readMember, scope[root]);
}

/** Own members only: a name such as `constructor` leads nowhere. */
function readMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** What is missing equals nothing, not even what is missing on the other side. */
function isEqual(a: unknown, b: unknown): boolean {
  return a !== undefined && a === b;
}

function addValues(a: unknown, b: unknown): unknown {
  return typeof a === "number" && typeof b === "number" ? a + b : `${toText(a)}${toText(b)}`;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function join(left: Expression, right: Expression, by: (a: unknown, b: unknown) => unknown): Expression {
  return (scope) => by(left(scope), right(scope));
}

function refuse(text: string): Error {
  return new Error(`The embedded runner does not understand the expression: ${text}`);
}
