// Finds the command that was typed, on this machine or for a server elsewhere, and tells of all where there is none.
import { asSystemUser } from '../activity/actor.ts'
import { commands } from './commands.ts'
import { visible } from './inspect-visible.ts'
import { runRemote, takeElsewhere } from './remote/run-remote.ts'

const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
const help = `countersign: a sign-in server for wallets

${Object.values(commands)
  .map(({ usage, about }) => `  countersign ${usage.padEnd(width)}  ${about}`)
  .join('\n')}

With --server ADDRESS, the commands about applications, groups and people, and "activity export", work on a server elsewhere, by a token of its
administration in COUNTERSIGN_TOKEN or in a file (--token-file FILE).
`

/**
 * Runs the command that begins the arguments: the longest name wins.
 * @param systemUser who runs it, as the log is to say
 * @returns the exit code
 */
export async function run(given: readonly string[], systemUser: string | null): Promise<number> {
  if (given[0] === '--version') return run(['version', ...given.slice(1)], systemUser)
  const { words, elsewhere } = takeElsewhere(given)
  for (const length of [2, 1]) {
    const command = commands[words.slice(0, length).join(' ')]
    if (command === undefined) continue
    const parameters = words.slice(length)
    if (!parameters.includes('--help'))
      return elsewhere === null
        ? asSystemUser(systemUser, () => command.run(parameters))
        : runRemote(words.slice(0, length).join(' '), parameters, elsewhere)
    const { usage, about, details } = command
    console.log([`countersign ${usage}`, about, ...(details === undefined ? [] : [details])].join('\n\n'))
    return 0
  }
  const asked = words.length === 0 || words[0] === 'help' || words[0] === '--help'
  if (asked) console.log(help)
  else console.error(`There is no command "${visible(words.join(' '))}".\n\n${help}`)
  return asked ? 0 : 2
}
