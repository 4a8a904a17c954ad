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

const chapters = [
  {
    file: 'namespaces.md',
    about: 'what wallets of each chain family can and cannot: Ethereum and EVM chains, Solana, Bitcoin',
    make: makeNamespaces,
  },
  {
    file: 'messages.md',
    about: 'what wallets of each chain family sign: the three messages, their grammars and where each rule is from',
    make: makeMessages,
  },
  {
    file: 'bitcoin-message.md',
    about: 'the message of Bitcoin, as others can write and read it: our profile of CAIP-122 for bip122',
    make: makeBitcoinMessage,
  },
  {
    file: 'errors.md',
    about: 'every code of a refusal, what to do, and for each fault of a message an example',
    make: makeErrors,
  },
  { file: 'limits.md', about: 'every limit, its default and its bounds', make: makeLimits },
  {
    file: 'rate-limits.md',
    about: 'how often something may be tried, who pays for it, and who is let in when all is spent',
    make: makeRateLimits,
  },
  { file: 'settings.md', about: 'every setting and what it may be', make: makeSettings },
  {
    file: 'settings-changes.md',
    about: 'which settings came, went or changed with each version',
    make: makeSettingsChanges,
  },
  { file: 'exit-codes.md', about: 'what a process ends with, and whether to try again helps', make: makeExitCodes },
  {
    file: 'calls.md',
    about: 'every call under `/api`: what goes in, what comes out, what it refuses',
    make: makeCalls,
  },
  { file: 'events.md', about: 'every kind of line in the activity log', make: makeEvents },
  { file: 'export.md', about: 'the file in which a person takes their data along', make: makeExport },
  { file: 'commands.md', about: 'every command of `countersign`', make: makeCommands },
] as const

const note = '<!-- Made from the code by `npm run reference`. A change here is lost with the next one. -->\n\n'

/** Makes every document anew. */
export const makeReference = (): ReferenceDocument[] => [
  { file: 'README.md', text: note + makeIndex() },
  ...chapters.map(({ file, make }) => ({ file, text: note + make() })),
]

const makeIndex = (): string => `# Reference

| page | what is in it |
|---|---|
${chapters.map(({ file, about }) => `| [${file}](${file}) | ${about} |`).join('\n')}
| [openid-conformance.md](openid-conformance.md) | the OpenID Foundation's test modules, and the test here that looks at the same |

All pages but the last are made from the code by \`npm run reference\`, and a test fails where they say something else. How to use what
they list stands in [the guides](../guides/README.md). A running server describes its calls at \`/api/openapi.json\`, and prints its
settings by \`countersign settings\`.
`
