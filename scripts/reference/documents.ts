// The documents of docs/reference that are made from the code, so that they cannot say anything else than it does.
import { makeBitcoinMessage } from './bitcoin-message.ts'
import { makeCalls } from './calls.ts'
import { makeErrors } from './errors.ts'
import { makeEvents } from './events.ts'
import { makeExport } from './export.ts'
import { makeLimits } from './limits.ts'
import { makeMessages } from './messages.ts'
import { makeNamespaces } from './namespaces.ts'
import { makeRateLimits } from './rate-limits.ts'
import { makeSettings } from './settings.ts'
import { makeSettingsChanges } from './settings-changes.ts'
import { createProgram, leaves, pathOf } from '../../server/src/cli/command-line.ts'
import { exitCodes } from '../../server/src/platform/start-fault.ts'
import { table } from './markdown.ts'

const usual: [string, string, string][] = [
  ['0', '', 'Done. Of a server: it was told to stop, and finished what ran.'],
  [
    '1',
    '',
    'Refused, or a fault of ours; what it says tells which. Of a server: it was cut off when its time to stop was over.',
  ],
  ['2', '', 'A setting, or the way a command was typed, is wrong. To try again does not help.'],
]

/** The page of all exit codes. */
function makeExitCodes(): string {
  const rows = Object.entries(exitCodes).map(([kind, { code, about }]) => [String(code), `\`${kind}\``, about])
  return `# Exit codes

What \`countersign\` ends with. From 3 on, one line on the error output says what is wrong and what to do, and nothing was changed. A supervisor tries again
by itself only where that can help: after 1, 9 and 11.

${table(['code', 'reason', 'what it means'], [...usual, ...rows])}
`
}

type Command = Awaited<ReturnType<typeof createProgram>>

const program = await createProgram()

/** The page of all commands. */
const makeCommands = (): string => `# Commands

\`npx countersign COMMAND\`, in the folder of the installation. Each reads the same [settings](settings.md) as the server, where it needs any,
and explains itself with \`--help\`. \`countersign completion\` prints completion scripts for bash, zsh and fish.
With \`--json\`, every command that prints a result prints JSON; errors are still text on the error output.

\`\`\`text
${program.helpInformation().trim()}
\`\`\`

${leaves(program).map(describe).join('\n')}`

function describe(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return `## ${pathOf(command)}

\`\`\`text
${help.trim()}
\`\`\`
`
}

/** One document: its file, and its text. */
export interface ReferenceDocument {
  file: string
  text: string
}

const note = '<!-- Made from the code by `npm run reference`. A change here is lost with the next one. -->\n\n'

/** Makes every document from the code. */
export const makeReference = (): ReferenceDocument[] =>
  Object.entries({
    'namespaces.md': makeNamespaces,
    'messages.md': makeMessages,
    'bitcoin-message.md': makeBitcoinMessage,
    'errors.md': makeErrors,
    'limits.md': makeLimits,
    'rate-limits.md': makeRateLimits,
    'settings.md': makeSettings,
    'settings-changes.md': makeSettingsChanges,
    'exit-codes.md': makeExitCodes,
    'calls.md': makeCalls,
    'events.md': makeEvents,
    'export.md': makeExport,
    'commands.md': makeCommands,
  }).map(([file, make]) => ({ file, text: note + make() }))
