// `countersign inspect` and `verify`: what a sign-in message says and what exactly is wrong with it, and whether a signature proves the wallet that it
// names. Neither needs settings or a database.
import { inspectMessage } from '@countersign/inspector/inspect-message'
import type { Command } from 'commander'
import { systemClock } from '../platform/clock.ts'
import { setCliCommandAction } from './cli-command-actions.ts'
import {
  InspectCommandInputError,
  readInspectCommandInputText,
  parseInspectMessageOptions,
} from './read-inspect-command-input.ts'
import { inspectMessageJsonLines } from './inspect-message-json-lines.ts'
import { chooseTerminalColorizer } from './terminal-colors.ts'
import { formatMessageInspectionReport } from './format-message-inspection-report.ts'
import { formatAsciiJson } from './escape-for-terminal.ts'
import {
  formatSignatureVerificationResult,
  toSignatureVerificationResult,
} from './derive-signature-verification-result.ts'

export function registerCliCommands(program: Command): void {
  setCliCommandAction(
    program
      .command('inspect [file]')
      .description(
        'Parses a sign-in message and reports its exact errors. Reads the file, or standard input, byte for byte: a line feed at the end is an error.',
      )
      .option('--origin <address>', 'the origin that the message should be for, such as https://example.com')
      .option('--at <time>', 'the moment at which its times are judged, such as 2024-02-29T12:00:00Z; now by default')
      .option('--signature <hex>', 'a signature over the text: reports its form, and who made it')
      .option('--json', 'print the findings as one line of JSON')
      .option(
        '--json-lines',
        'read JSON lines, each a text or {"message": "…", "signature": "…", "origin": "…"}, and print the findings of each as one line of JSON, or {"error": {"line": …, "message": "…"}}',
      )
      .addHelpText(
        'after',
        `
Exit code: 0 well-formed, 1 malformed, 2 wrong usage or unreadable input. With
--json-lines: 0 if every line is well-formed, 1 if one is not or cannot be read.`,
      ),
    handleInputErrors(runInspect),
  )
  setCliCommandAction(
    program
      .command('verify [file]')
      .description(
        'Verifies that a signature proves control of the wallet in a message. Reads the file, or standard input, byte for byte.',
      )
      .option('--signature <hex>', 'the signature over the text')
      .option('--origin <address>', 'the origin that the message has to be for, such as https://example.com')
      .option('--at <time>', 'the moment at which it has to be valid, such as 2024-02-29T12:00:00Z; now by default')
      .option('--json', 'print the verdict, its reasons and the findings as one line of JSON')
      .addHelpText(
        'after',
        `
Proved means: the message is well-formed, valid at that moment, for the given
origin, and signed by its address. Only the server that issued it knows whether
it was requested and not used before.

Exit code: 0 proved, 1 not proved, 2 wrong usage or unreadable input, 3 cannot
be decided here: probably the signature of a contract wallet, which only its
contract can judge. The signature of a key with another address is not proved,
although a contract wallet at the address may accept an owner's; the reasons say
so.`,
      ),
    handleInputErrors(runVerify),
  )
}

interface InspectCommandOptions {
  origin?: string
  at?: string
  signature?: string
  json?: true
  jsonLines?: true
}

type InspectAction = (file: string | undefined, given: InspectCommandOptions) => Promise<number>

/** Prints why an input cannot be used. */
const handleInputErrors =
  (act: InspectAction): InspectAction =>
  async (file, given) => {
    try {
      return await act(file, given)
    } catch (error) {
      if (!(error instanceof InspectCommandInputError)) throw error
      console.error(error.message)
      return 2
    }
  }

async function runInspect(file: string | undefined, given: InspectCommandOptions): Promise<number> {
  const known = parseInspectMessageOptions(given, systemClock())
  if (given.jsonLines === true) {
    if (given.signature !== undefined)
      throw new InspectCommandInputError('With --json-lines each line has its own signature; leave out --signature.')
    return inspectMessageJsonLines(file, known)
  }
  const text = await readInspectCommandInputText(file)
  const findings = inspectMessage(text, known)
  const paint = chooseTerminalColorizer(process.stdout.isTTY, process.env)
  console.log(
    given.json === true ? formatAsciiJson(findings) : formatMessageInspectionReport(findings, text, { paint }),
  )
  return findings.outcome === 'well-formed' ? 0 : 1
}

async function runVerify(file: string | undefined, given: InspectCommandOptions): Promise<number> {
  if (given.signature === undefined)
    throw new InspectCommandInputError('The signature is missing; give it with --signature.')
  const known = parseInspectMessageOptions(given, systemClock())
  const text = await readInspectCommandInputText(file)
  const findings = inspectMessage(text, known)
  const verdict = toSignatureVerificationResult(findings)
  const paint = chooseTerminalColorizer(process.stdout.isTTY, process.env)
  if (given.json === true)
    console.log(formatAsciiJson({ verdict: verdict.outcome, reasons: verdict.reasons, ...findings }))
  else
    console.log(
      formatMessageInspectionReport(findings, text, {
        paint,
        verdict: formatSignatureVerificationResult(verdict, paint),
      }),
    )
  return verdict.exitCode
}
