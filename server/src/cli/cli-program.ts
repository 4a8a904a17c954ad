// Entry point of the CLI: finds the command that was typed and runs it.
import { Command, CommanderError } from 'commander'
import type { Option } from 'commander'
import { runWithAuditedOperatingSystemUser } from '../audit-log/audit-actor.ts'
import { formatCliCommand } from '../platform/cli-command-prefix.ts'
import { canUseServerOption, cliProgramExitStatus, printCliUsageError } from './cli-command-actions.ts'
import { cliCommandHelpGroups, formatCliExamples } from './cli-help-texts.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'

/** Commands are loaded on demand, because loading takes most of the run time of a short command. */
const commandModules: Readonly<
  Record<string, () => Promise<{ registerCliCommands: (program: Command, createAll: () => Promise<Command>) => void }>>
> = {
  start: () => import('./server-cli-commands.ts'),
  settings: () => import('./server-cli-commands.ts'),
  health: () => import('./server-cli-commands.ts'),
  version: () => import('./server-cli-commands.ts'),
  login: () => import('./login-cli-commands.ts'),
  logout: () => import('./login-cli-commands.ts'),
  application: () => import('./application-cli-commands.ts'),
  group: () => import('./group-cli-commands.ts'),
  resource: () => import('./resource-server-cli-commands.ts'),
  product: () => import('./product-cli-commands.ts'),
  'registration-token': () => import('./client-registration-token-cli-commands.ts'),
  person: () => import('./person-cli-commands.ts'),
  owner: () => import('./server-owner-cli-commands.ts'),
  audit: () => import('./audit-log-cli-commands.ts'),
  backup: () => import('./backup-cli-command.ts'),
  restore: () => import('./restore-cli-command.ts'),
  keys: () => import('./signing-key-cli-commands.ts'),
  chain: () => import('./chain-node-check-cli-command.ts'),
  mail: () => import('./send-test-mail-cli-command.ts'),
  inspect: () => import('./inspect-message-cli-commands.ts'),
  verify: () => import('./inspect-message-cli-commands.ts'),
  seed: () => import('./seed-demo-data-cli-command.ts'),
  completion: () => import('./shell-completion-cli-command.ts'),
}

export const commandsWithoutJsonOutput: readonly string[] = [
  'start',
  'audit export',
  'completion bash',
  'completion zsh',
  'completion fish',
]

const about = `A self-hosted sign-in server for wallets, and an OpenID Connect provider.

Commands read the same settings as the server (COUNTERSIGN_…). To run a command
on another server, use --server, after "countersign login" or with an API token
issued by that server in COUNTERSIGN_TOKEN or in a file. This works for "audit
export", and for commands that manage applications, groups, resources,
products, registration tokens or people.`

export async function createCliProgram(only?: string): Promise<Command> {
  const program: Command = new Command('countersign')
    .description(about)
    .option('--server <address>', 'run the command on the server at this address')
    .option('--token-file <file>', 'read the API token from a file instead of COUNTERSIGN_TOKEN')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      helpWidth: 80,
      showGlobalOptions: true,
      commandUsage: (command) =>
        formatCliCommand(`${command === program ? '' : `${getCommandPath(command)} `}${command.usage()}`),
      visibleGlobalOptions: (command): Option[] => (canUseServerOption(command) ? [...program.options] : []),
    })
  program.hook('preAction', (_program, command) => {
    const { server, tokenFile } = program.opts<{ server?: string; tokenFile?: string }>()
    if ((server !== undefined || tokenFile !== undefined) && !canUseServerOption(command))
      command.error(`error: "${getCommandPath(command)}" works only on the server machine, without --server.`)
  })
  const loads = only === undefined ? new Set(Object.values(commandModules)) : [commandModules[only]]
  const registered = new Set<unknown>()
  for (const load of loads) {
    const { registerCliCommands } = (await load?.()) ?? { registerCliCommands: () => {} }
    if (!registered.has(registerCliCommands)) registerCliCommands(program, createCliProgram)
    registered.add(registerCliCommands)
  }
  for (const command of program.commands) command.helpGroup(cliCommandHelpGroups[command.name()] ?? 'Other')
  for (const command of [program, ...program.commands, ...program.commands.flatMap(listLeafCommands)])
    command.addHelpText('after', formatCliExamples(command === program ? '' : getCommandPath(command)))
  for (const leaf of program.commands.flatMap(listLeafCommands))
    if (
      !commandsWithoutJsonOutput.includes(getCommandPath(leaf)) &&
      !leaf.options.some(({ long }) => long === '--json')
    )
      leaf.option('--json', 'print JSON')
  return program
}

export const listLeafCommands = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(listLeafCommands)

export const getCommandPath = (command: Command): string =>
  command.parent?.parent ? `${getCommandPath(command.parent)} ${command.name()}` : command.name()

const findCommandName = (words: readonly string[]): string | undefined =>
  words.find(
    (word, index) =>
      !word.startsWith('-') && word !== 'help' && !/^--(server|token-file)$/.test(words[index - 1] ?? ''),
  )

export async function runCliProgram(given: readonly string[], systemUser: string | null): Promise<number> {
  const words = given[0] === '--version' ? ['version', ...given.slice(1)] : given
  const name = findCommandName(words)
  const program = await createCliProgram(name !== undefined && Object.hasOwn(commandModules, name) ? name : undefined)
  cliProgramExitStatus.exitCode = 0
  try {
    if (words.length === 0) program.outputHelp()
    else await runWithAuditedOperatingSystemUser(systemUser, () => program.parseAsync(words, { from: 'user' }))
    return cliProgramExitStatus.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') return 2
    // The message repeats the arguments, which may contain control characters (THREATS N10).
    const message = words.reduce((text, word) => text.replaceAll(word, () => escapeForTerminal(word)), error.message)
    const isKnown = name !== undefined && Object.hasOwn(commandModules, name)
    const help = isKnown ? `"countersign ${name} --help"` : '"countersign --help"'
    return printCliUsageError(`${message.replaceAll('\n', ' ').replace(/\.$/, '')} — run ${help}`)
  }
}
