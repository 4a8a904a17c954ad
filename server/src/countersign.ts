// The command line: `countersign COMMAND`. One file a command in commands/.
import './platform/source-lines.ts'
import { commands } from './commands/commands.ts'
import { visible } from './commands/inspect-visible.ts'
import { runRemote, takeElsewhere } from './commands/remote/run-remote.ts'
import { SettingsFault } from './platform/settings.ts'

/** A command: what it is for, and what it does with its arguments. It answers the exit code. */
export interface Command {
  usage: string
  about: string
  /** What else its help says: its options, where they are many. */
  details?: string
  run: (parameters: readonly string[]) => Promise<number>
}

const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
const help = `countersign: a sign-in server for wallets

${Object.values(commands)
  .map(({ usage, about }) => `  countersign ${usage.padEnd(width)}  ${about}`)
  .join('\n')}

With --server ADDRESS, the commands about applications, groups and people, and "activity export", work on a server elsewhere, by a token of its
administration in COUNTERSIGN_TOKEN or in a file (--token-file FILE).
`

/** Finds the command that begins the arguments: the longest name wins. */
async function run(given: readonly string[]): Promise<number> {
  const { words, elsewhere } = takeElsewhere(given)
  for (const length of [2, 1]) {
    const command = commands[words.slice(0, length).join(' ')]
    if (command === undefined) continue
    const parameters = words.slice(length)
    if (!parameters.includes('--help')) return elsewhere === null ? command.run(parameters) : runRemote(words.slice(0, length).join(' '), parameters, elsewhere)
    const { usage, about, details } = command
    console.log([`countersign ${usage}`, about, ...(details === undefined ? [] : [details])].join('\n\n'))
    return 0
  }
  const asked = words.length === 0 || words[0] === 'help' || words[0] === '--help'
  if (asked) console.log(help)
  else console.error(`There is no command "${visible(words.join(' '))}".\n\n${help}`)
  return asked ? 0 : 2
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingsFault)) throw error
  console.error(error.message)
  process.exitCode = 2
}
