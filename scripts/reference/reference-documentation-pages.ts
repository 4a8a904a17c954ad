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
import { formatMarkdownTable, wrapMarkdown } from './format-markdown.ts'

const commonExitCodes: [string, string, string][] = [
  ['0', '', 'Success. For a server: it was stopped, and finished the requests in progress.'],
  ['1', '', 'Refused, or an internal error; the output says which. For a server: it did not stop in time.'],
  ['2', '', 'A setting or the command line is invalid. Retrying does not help.'],
]

function renderExitCodesReference(): string {
  const rows = Object.entries(startupErrorExitCodes).map(([kind, { code, about }]) => [
    String(code),
    `\`${kind}\``,
    about,
  ])
  return `# Exit codes

The exit codes of \`countersign\`. For codes from 3 up, one line on standard error says what is wrong
and what to do, and nothing was changed. A supervisor should retry automatically only after 1, 9 and
11, where that can help.

${formatMarkdownTable(['Code', 'Reason', 'Meaning'], [...commonExitCodes, ...rows])}
`
}

type Command = Awaited<ReturnType<typeof createCliProgram>>

const program = await createCliProgram()

const renderCommandsReference = (): string => `# Commands

Run \`npx countersign COMMAND\` in the installation folder. Commands read the same
[settings](settings.md) as the server if they need any, and explain their usage with \`--help\`.
\`countersign completion\` prints completion scripts for bash, zsh and fish. With \`--json\`, every
command that prints a result prints JSON; errors are still text on standard error.

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

export interface ReferenceDocumentationPage {
  file: string
  text: string
}

const note = '<!-- Generated from the code by `npm run reference`, which overwrites any change made here. -->\n\n'

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
  }).map(([file, make]) => ({ file, text: wrapMarkdown(note + make()) }))
