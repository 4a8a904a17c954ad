// The command line: finds the command that was typed, and runs it.
import { Command, CommanderError } from 'commander'
import type { Option } from 'commander'
import { runWithAuditedOperatingSystemUser } from '../audit-log/audit-actor.ts'
import { canUseServerOption, cliProgramExitStatus } from './cli-command-actions.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'

/** Where each command is. Only what is needed is loaded, which is most of the time that a short command takes. */
const commandModules: Readonly<
  Record<string, () => Promise<{ registerCliCommands: (program: Command, createAll: () => Promise<Command>) => void }>>
> = {
  start: () => import('./server-cli-commands.ts'),
  settings: () => import('./server-cli-commands.ts'),
  health: () => import('./server-cli-commands.ts'),
  version: () => import('./server-cli-commands.ts'),
  application: () => import('./application-cli-commands.ts'),
  group: () => import('./group-cli-commands.ts'),
  resource: () => import('./resource-server-cli-commands.ts'),
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

/** Commands that print no result: a server, and those whose output is a file or a script. */
export const commandsWithoutJsonOutput: readonly string[] = [
  'start',
  'audit export',
  'completion bash',
  'completion zsh',
  'completion fish',
]

const about = `A self-hosted sign-in server for wallets, and an OpenID Connect provider.

Commands read the same settings as the server (COUNTERSIGN_…). Those about
applications, groups, resources, registration tokens and people, and "audit
export", also work on another server: --server with a token of its
administration in COUNTERSIGN_TOKEN or in a file.`

/**
 * @param only the command to load; all where it is left out
 */
export async function createCliProgram(only?: string): Promise<Command> {
  const program: Command = new Command('countersign')
    .description(about)
    .option('--server <address>', 'run the command on the server at this address')
    .option('--token-file <file>', 'read its token from a file instead of COUNTERSIGN_TOKEN')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      helpWidth: 80,
      showGlobalOptions: true,
      visibleGlobalOptions: (command): Option[] => (canUseServerOption(command) ? [...program.options] : []),
    })
  program.hook('preAction', (_program, command) => {
    const { server, tokenFile } = program.opts<{ server?: string; tokenFile?: string }>()
    if ((server !== undefined || tokenFile !== undefined) && !canUseServerOption(command))
      command.error(`error: "${getCommandPath(command)}" works on the machine of the server alone, without --server.`)
  })
  const loads = only === undefined ? new Set(Object.values(commandModules)) : [commandModules[only]]
  const registered = new Set<unknown>()
  for (const load of loads) {
    const { registerCliCommands } = (await load?.()) ?? { registerCliCommands: () => {} }
    if (!registered.has(registerCliCommands)) registerCliCommands(program, createCliProgram)
    registered.add(registerCliCommands)
  }
  for (const leaf of program.commands.flatMap(listLeafCommands))
    if (
      !commandsWithoutJsonOutput.includes(getCommandPath(leaf)) &&
      !leaf.options.some(({ long }) => long === '--json')
    )
      leaf.option('--json', 'print JSON')
  return program
}

/** The commands that do something, in the order of the help. */
export const listLeafCommands = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(listLeafCommands)

/** The words of a command: `application add`. */
export const getCommandPath = (command: Command): string =>
  command.parent?.parent ? `${getCommandPath(command.parent)} ${command.name()}` : command.name()

/** The command that is named, whatever options stand before it. */
const findCommandName = (words: readonly string[]): string | undefined =>
  words.find(
    (word, index) =>
      !word.startsWith('-') && word !== 'help' && !/^--(server|token-file)$/.test(words[index - 1] ?? ''),
  )

/**
 * Runs a command.
 * @param systemUser who runs it, as the log is to say
 * @returns the exit code
 */
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
    // It repeats words as they came, which the terminal would obey (THREATS N10).
    const message = words.reduce((text, word) => text.replaceAll(word, escapeForTerminal(word)), error.message)
    const isKnown = name !== undefined && Object.hasOwn(commandModules, name)
    console.error(`${message}\n"countersign ${isKnown ? `${name} ` : ''}--help" shows what there is.`)
    return 2
  }
}
