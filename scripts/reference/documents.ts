// The documents of docs/reference that are made from the code, so that they cannot say anything else than it does.
import { makeBitcoinMessage } from './bitcoin-message.ts'
import { makeCalls } from './calls.ts'
import { makeCommands } from './commands.ts'
import { makeErrors } from './errors.ts'
import { makeEvents } from './events.ts'
import { makeExitCodes } from './exit-codes.ts'
import { makeExport } from './export.ts'
import { makeLimits } from './limits.ts'
import { makeMessages } from './messages.ts'
import { makeNamespaces } from './namespaces.ts'
import { makeRateLimits } from './rate-limits.ts'
import { makeSettings } from './settings.ts'
import { makeSettingsChanges } from './settings-changes.ts'

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
