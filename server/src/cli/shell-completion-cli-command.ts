// `countersign completion …`: shell completion scripts, generated from the commands.
import type { Command, Option } from 'commander'
import { canUseServerOption, setCliCommandAction } from './cli-command-actions.ts'

const shells = { bash: createBashScript, zsh: createZshScript, fish: createFishScript }

export function registerCliCommands(program: Command, createAll: () => Promise<Command>): void {
  const completion = program
    .command('completion')
    .description('Prints a script that completes commands and options in a shell.')
    .addHelpText(
      'after',
      `
  bash:  source <(countersign completion bash)
  zsh:   source <(countersign completion zsh)
  fish:  countersign completion fish | source`,
    )
  for (const [shell, make] of Object.entries(shells)) {
    setCliCommandAction(completion.command(shell).description(`Prints the script for ${shell}.`), async () => {
      console.log(make(listWords(await createAll())))
      return 0
    })
  }
}

interface CompletionWords {
  /** Path of the command, such as `application add`; empty for the program itself. */
  path: string
  commands: readonly Command[]
  options: readonly Option[]
}

function listWords(program: Command): CompletionWords[] {
  const walk = (command: Command, path: string): CompletionWords[] => {
    const shared = command !== program && canUseServerOption(command) ? program.options : []
    const options = [...command.options.filter(({ hidden }) => !hidden), ...shared]
    const below = command.commands.flatMap((one) => walk(one, `${path} ${one.name()}`.trim()))
    return [{ path, commands: command.commands, options }, ...below]
  }
  return walk(program, '')
}

function createBashScript(all: readonly CompletionWords[]): string {
  const cases = all.map(({ path, commands, options }) => {
    const words = [...commands.map((command) => command.name()), ...options.map(({ long }) => long), '--help']
    return `    '${path}') words='${words.join(' ')}' ;;`
  })
  const paths = all.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  return `_countersign() {
  local path='' words='' next each index
  for ((index = 1; index < COMP_CWORD; index++)); do
    each="\${COMP_WORDS[index]}"
    next="\${path:+$path }$each"
    case "$next" in
    ${paths.join(' | ')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _countersign countersign`
}

function createZshScript(all: readonly CompletionWords[]): string {
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${createBashScript(all)}`
}

function createFishScript(all: readonly CompletionWords[]): string {
  const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
  const lines = all.flatMap(({ path, commands, options }) => {
    const when = `-n ${quote(`__countersign_at ${quote(path)}`)}`
    return [
      ...commands.map(
        (command) => `complete -c countersign -f ${when} -a ${command.name()} -d ${quote(command.description())}`,
      ),
      ...options.map(({ long, required, description }) => {
        const value = required ? ' -r' : ''
        return `complete -c countersign ${when} -l ${long?.slice(2)}${value} -d ${quote(description)}`
      }),
    ]
  })
  return `function __countersign_at
    set -l path
    for each in (commandline -opc)[2..-1]
        string match -q -- '-*' $each; or set -a path $each
    end
    test "$path" = "$argv[1]"; or begin
        string match -q -- '* *' "$argv[1]"; and string match -q -- "$argv[1] *" "$path"
    end
end
${lines.join('\n')}`
}
