// The command line: finds the command that was typed, and runs it.
import { Command, CommanderError } from 'commander'
import type { Option } from 'commander'
import { asSystemUser } from '../audit-log/actor.ts'
import { callsServer, result } from './cli.ts'
import { visible } from './inspect-visible.ts'

/** Where each command is. Only what is needed is loaded, which is most of the time that a short command takes. */
const modules: Readonly<
  Record<string, () => Promise<{ register: (program: Command, createAll: () => Promise<Command>) => void }>>
> = {
  start: () => import('./server.ts'),
  settings: () => import('./server.ts'),
  health: () => import('./server.ts'),
  version: () => import('./server.ts'),
  application: () => import('./application.ts'),
  group: () => import('./group.ts'),
  resource: () => import('./resource.ts'),
  'registration-token': () => import('./registration-token.ts'),
  person: () => import('./person.ts'),
  owner: () => import('./owner.ts'),
  activity: () => import('./activity.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  keys: () => import('./keys.ts'),
  chain: () => import('./chain.ts'),
  mail: () => import('./mail.ts'),
  inspect: () => import('./inspect.ts'),
  verify: () => import('./inspect.ts'),
  seed: () => import('./seed.ts'),
  completion: () => import('./completion.ts'),
}

/** Commands that print no result: a server, and those whose output is a file or a script. */
export const withoutJson: readonly string[] = [
  'start',
  'activity export',
  'completion bash',
  'completion zsh',
  'completion fish',
]

const about = `A self-hosted sign-in server for wallets, and an OpenID Connect provider.

Commands read the same settings as the server (COUNTERSIGN_…). Those about
applications, groups, resources, registration tokens and people, and "activity
export", also work on another server: --server with a token of its
administration in COUNTERSIGN_TOKEN or in a file.`

/**
 * @param only the command to load; all where it is left out
 */
export async function createProgram(only?: string): Promise<Command> {
  const program: Command = new Command('countersign')
    .description(about)
    .option('--server <address>', 'run the command on the server at this address')
    .option('--token-file <file>', 'read its token from a file instead of COUNTERSIGN_TOKEN')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      helpWidth: 80,
      showGlobalOptions: true,
      visibleGlobalOptions: (command): Option[] => (callsServer(command) ? [...program.options] : []),
    })
  program.hook('preAction', (_program, command) => {
    const { server, tokenFile } = program.opts<{ server?: string; tokenFile?: string }>()
    if ((server !== undefined || tokenFile !== undefined) && !callsServer(command))
      command.error(`error: "${pathOf(command)}" works on the machine of the server alone, without --server.`)
  })
  const loads = only === undefined ? new Set(Object.values(modules)) : [modules[only]]
  const registered = new Set<unknown>()
  for (const load of loads) {
    const { register } = (await load?.()) ?? { register: () => {} }
    if (!registered.has(register)) register(program, createProgram)
    registered.add(register)
  }
  for (const leaf of program.commands.flatMap(leaves))
    if (!withoutJson.includes(pathOf(leaf)) && !leaf.options.some(({ long }) => long === '--json'))
      leaf.option('--json', 'print JSON')
  return program
}

/** The commands that do something, in the order of the help. */
export const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)

/** The words of a command: `application add`. */
export const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** The command that is named, whatever options stand before it. */
const nameIn = (words: readonly string[]): string | undefined =>
  words.find(
    (word, index) =>
      !word.startsWith('-') && word !== 'help' && !/^--(server|token-file)$/.test(words[index - 1] ?? ''),
  )

/**
 * Runs a command.
 * @param systemUser who runs it, as the log is to say
 * @returns the exit code
 */
export async function run(given: readonly string[], systemUser: string | null): Promise<number> {
  const words = given[0] === '--version' ? ['version', ...given.slice(1)] : given
  const name = nameIn(words)
  const program = await createProgram(name !== undefined && Object.hasOwn(modules, name) ? name : undefined)
  result.exitCode = 0
  try {
    if (words.length === 0) program.outputHelp()
    else await asSystemUser(systemUser, () => program.parseAsync(words, { from: 'user' }))
    return result.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') return 2
    // It repeats words as they came, which the terminal would obey (THREATS N10).
    const message = words.reduce((text, word) => text.replaceAll(word, visible(word)), error.message)
    const isKnown = name !== undefined && Object.hasOwn(modules, name)
    console.error(`${message}\n"countersign ${isKnown ? `${name} ` : ''}--help" shows what there is.`)
    return 2
  }
}
