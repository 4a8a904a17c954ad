// The documents of docs/reference that are made from the code, so that they cannot say anything else than it does.
import { renderBitcoinMessageReferencePage } from './bitcoin-message-reference-page.ts'
import { renderEndpointsReferencePage } from './browser-api-reference-page.ts'
import { renderErrorsReferencePage } from './errors-reference-page.ts'
import { renderAuditEventsReferencePage } from './audit-events-reference-page.ts'
import { renderDataExportReferencePage } from './data-export-reference-page.ts'
import { renderServerLimitsReferencePage } from './server-limits-reference-page.ts'
import { renderSignInMessagesReferencePage } from './sign-in-messages-reference-page.ts'
import { renderChainNamespacesReferencePage } from './chain-namespaces-reference-page.ts'
import { renderRateLimitsReferencePage } from './rate-limits-reference-page.ts'
import { renderServerSettingsReferencePage } from './server-settings-reference-page.ts'
import { renderSettingsChangesReferencePage } from './settings-changes-reference-page.ts'
import { createCliProgram, listLeafCommands, getCommandPath } from '../../server/src/cli/cli-program.ts'
import { startupErrorExitCodes } from '../../server/src/platform/server-startup-error.ts'
import { formatMarkdownTable } from './format-markdown.ts'

const commonExitCodes: [string, string, string][] = [
  ['0', '', 'Done. Of a server: it was told to stop, and finished what ran.'],
  [
    '1',
    '',
    'Refused, or a fault of ours; what it says tells which. Of a server: it was cut off when its time to stop was over.',
  ],
  ['2', '', 'A setting, or the way a command was typed, is wrong. To try again does not help.'],
]

/** The page of all exit codes. */
function renderExitCodesReference(): string {
  const rows = Object.entries(startupErrorExitCodes).map(([kind, { code, about }]) => [
    String(code),
    `\`${kind}\``,
    about,
  ])
  return `# Exit codes

What \`countersign\` ends with. From 3 on, one line on the error output says what is wrong and what to do, and nothing was changed. A supervisor tries again
by itself only where that can help: after 1, 9 and 11.

${formatMarkdownTable(['code', 'reason', 'what it means'], [...commonExitCodes, ...rows])}
`
}

type Command = Awaited<ReturnType<typeof createCliProgram>>

const program = await createCliProgram()

/** The page of all commands. */
const renderCommandsReference = (): string => `# Commands

\`npx countersign COMMAND\`, in the folder of the installation. Each reads the same [settings](settings.md) as the server, where it needs any,
and explains itself with \`--help\`. \`countersign completion\` prints completion scripts for bash, zsh and fish.
With \`--json\`, every command that prints a result prints JSON; errors are still text on the error output.

\`\`\`text
${program.helpInformation().trim()}
\`\`\`

${listLeafCommands(program).map(describe).join('\n')}`

function describe(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return `## ${getCommandPath(command)}

\`\`\`text
${help.trim()}
\`\`\`
`
}

/** One document: its file, and its text. */
export interface ReferenceDocumentationPage {
  file: string
  text: string
}

const note = '<!-- Made from the code by `npm run reference`. A change here is lost with the next one. -->\n\n'

/** Makes every document from the code. */
export const renderReferenceDocumentationPages = (): ReferenceDocumentationPage[] =>
  Object.entries({
    'namespaces.md': renderChainNamespacesReferencePage,
    'messages.md': renderSignInMessagesReferencePage,
    'bitcoin-message.md': renderBitcoinMessageReferencePage,
    'errors.md': renderErrorsReferencePage,
    'limits.md': renderServerLimitsReferencePage,
    'rate-limits.md': renderRateLimitsReferencePage,
    'settings.md': renderServerSettingsReferencePage,
    'settings-changes.md': renderSettingsChangesReferencePage,
    'exit-codes.md': renderExitCodesReference,
    'calls.md': renderEndpointsReferencePage,
    'audit-events.md': renderAuditEventsReferencePage,
    'export.md': renderDataExportReferencePage,
    'commands.md': renderCommandsReference,
  }).map(([file, make]) => ({ file, text: note + make() }))
