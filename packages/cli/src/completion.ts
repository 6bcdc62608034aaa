import { Argument, type Command } from "commander";
import type { Svc } from "./svc";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

const INSTALL: Record<Shell, string> = {
  bash: 'eval "$(svc completion bash)"   # in ~/.bashrc',
  zsh: 'eval "$(svc completion zsh)"    # in ~/.zshrc, after compinit',
  fish: "svc completion fish > ~/.config/fish/completions/svc.fish",
};

export function registerCompletion(program: Command, svc: Svc): void {
  program
    .command("completion")
    .description("print a shell completion script")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText("after", `\n${Object.values(INSTALL).join("\n")}`)
    .action((shell: Shell) => {
      const words = listWords(program);
      svc.output.line(shell === "fish" ? writeFish(words) : writeBash(words, shell));
    });
}

/** Each command with the words that may follow it; the program itself has the empty path. */
function listWords(program: Command): [path: string, words: string[]][] {
  const walk = (command: Command, path: string[]): [string, string[]][] => {
    const children = command.commands.map((child) => child.name());
    const flags = [...program.options, ...(command === program ? [] : command.options)].flatMap(
      ({ long }) => long ?? [],
    );
    const below = command.commands.flatMap((child) => walk(child, [...path, child.name()]));
    return [[path.join(" "), [...children, ...flags]], ...below];
  };
  return walk(program, []);
}

/** Names and flags consist of letters and dashes, so none needs quoting. */
function writeBash(words: readonly [string, string[]][], shell: "bash" | "zsh"): string {
  const cases = words.map(([path, names]) => `    "${path}") words="${names.join(" ")}";;`);
  return [
    ...(shell === "zsh" ? ["autoload -Uz bashcompinit && bashcompinit"] : []),
    "_svc() {",
    "  local path=() word words",
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] && break; path+=("$word"); done`,
    `  case "\${path[*]}" in`,
    ...cases,
    '    *) words="";;',
    "  esac",
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    "}",
    "complete -o default -F _svc svc",
  ].join("\n");
}

function writeFish(words: readonly [string, string[]][]): string {
  const lines = words.map(([path, names]) => {
    const depth = path === "" ? 0 : path.split(" ").length;
    const tests = path === "" ? [] : path.split(" ").map((word, n) => `test "$words[${n + 2}]" = ${word}`);
    const condition = [`set -l words (commandline -opc)`, `test (count $words) -ge ${depth + 1}`, ...tests].join(
      "; and ",
    );
    const exact = path === "" ? "; and test (count $words) -eq 1" : "";
    return `complete -c svc -f -n '${condition}${exact}' -a '${names.join(" ")}'`;
  });
  return lines.join("\n");
}
