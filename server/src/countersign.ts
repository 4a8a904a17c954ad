#!/usr/bin/env node
// The command line: `countersign COMMAND`. One file a command in commands/.
import { activityVerify } from './commands/activity-verify.ts'
import { applicationAdd } from './commands/application-add.ts'
import { applicationApply } from './commands/application-apply.ts'
import { applicationChange } from './commands/application-change.ts'
import { applicationDisable } from './commands/application-disable.ts'
import { applicationEnable } from './commands/application-enable.ts'
import { applicationList } from './commands/application-list.ts'
import { applicationRemove } from './commands/application-remove.ts'
import { applicationRotateSecret } from './commands/application-rotate-secret.ts'
import { applicationShow } from './commands/application-show.ts'
import { keysList } from './commands/keys-list.ts'
import { keysRotate } from './commands/keys-rotate.ts'
import { personRestore, personSuspend } from './commands/person-status.ts'
import { registrationTokenCreate } from './commands/registration-token-create.ts'
import { settingsShow } from './commands/settings-show.ts'
import { SettingsFault } from './platform/settings.ts'

/** A command: what it is for, and what it does with its arguments. It answers the exit code. */
export interface Command {
  usage: string
  about: string
  /** What else its help says: its options, where they are many. */
  details?: string
  run: (parameters: readonly string[]) => Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start',
    about: 'Runs the server.',
    run: async () => {
      const { main } = await import('./main.ts')
      await main()
      return 0
    },
  },
  settings: settingsShow,
  'application add': applicationAdd,
  'application list': applicationList,
  'application show': applicationShow,
  'application change': applicationChange,
  'application rotate-secret': applicationRotateSecret,
  'application disable': applicationDisable,
  'application enable': applicationEnable,
  'application remove': applicationRemove,
  'application apply': applicationApply,
  'registration-token create': registrationTokenCreate,
  'activity verify': activityVerify,
  'person suspend': personSuspend,
  'person restore': personRestore,
  'keys list': keysList,
  'keys rotate': keysRotate,
}

const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
const help = `countersign: a sign-in server for wallets

${Object.values(commands)
  .map(({ usage, about }) => `  countersign ${usage.padEnd(width)}  ${about}`)
  .join('\n')}
`

/** Finds the command that begins the arguments: the longest name wins. */
async function run(words: readonly string[]): Promise<number> {
  for (const length of [2, 1]) {
    const command = commands[words.slice(0, length).join(' ')]
    if (command === undefined) continue
    const parameters = words.slice(length)
    if (!parameters.includes('--help')) return command.run(parameters)
    const { usage, about, details } = command
    console.log([`countersign ${usage}`, about, ...(details === undefined ? [] : [details])].join('\n\n'))
    return 0
  }
  const asked = words.length === 0 || words[0] === 'help' || words[0] === '--help'
  if (asked) console.log(help)
  else console.error(`There is no command "${words.join(' ')}".\n\n${help}`)
  return asked ? 0 : 2
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SettingsFault)) throw error
  console.error(error.message)
  process.exitCode = 2
}
