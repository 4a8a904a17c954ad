import { inspectMessage } from '@countersign/inspector/inspect-message'
import type { Command } from 'commander'
import { systemClock } from '../platform/clock.ts'
import { printCliUsageError, setCliCommandAction } from './cli-command-actions.ts'
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
        'Parses a sign-in message and reports exactly what is wrong with it. Reads the file, or standard input, byte for byte, so a line feed at the end is an error.',
      )
      .option('--origin <address>', 'the origin that the message should be for, such as https://example.com')
      .option('--at <time>', 'check validity at this time, such as 2024-02-29T12:00:00Z; now by default')
      .option('--signature <hex>', 'a signature of the text; the report includes its form and signer')
      .option('--json', 'print the findings as one line of JSON')
      .option(
        '--json-lines',
        'read JSON lines, each a string or {"message": "…", "signature": "…", "origin": "…"}, and print the findings of each as one line of JSON, or {"error": {"line": …, "message": "…"}}',
      )
      .addHelpText(
        'after',
        `
Exit code: 0 well-formed, 1 malformed, 2 wrong usage or unreadable input. With
--json-lines: 0 if every line is well-formed, 1 if any line is malformed or
cannot be read.`,
      ),
    handleInputErrors(runInspect),
  )
  setCliCommandAction(
    program
      .command('verify [file]')
      .description(
        'Verifies that a signature proves control of the wallet in a message. Reads the file, or standard input, byte for byte.',
      )
      .option('--signature <hex>', 'the signature of the text')
      .option('--origin <address>', 'the origin that the message has to be for, such as https://example.com')
      .option('--at <time>', 'check validity at this time, such as 2024-02-29T12:00:00Z; now by default')
      .option('--json', 'print the result, its reasons and the findings as one line of JSON')
      .addHelpText(
        'after',
        `
Control of the wallet is proved if the message is well-formed, valid at the
given time, meant for the given origin, and signed by the address in it. Only
the server that issued the message knows whether it was requested, and whether
it has been used before.

Exit code: 0 proved, 1 not proved, 2 wrong usage or unreadable input, 3 cannot
be decided here: probably the signature of a contract wallet, which only its
contract can verify. A signature by a key with another address proves nothing
here, although a contract wallet at the address in the message may accept it as
its owner's signature; the reasons then say so.`,
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

const handleInputErrors =
  (act: InspectAction): InspectAction =>
  async (file, given) => {
    try {
      return await act(file, given)
    } catch (error) {
      if (!(error instanceof InspectCommandInputError)) throw error
      return printCliUsageError(error.message)
    }
  }

async function runInspect(file: string | undefined, given: InspectCommandOptions): Promise<number> {
  const known = parseInspectMessageOptions(given, systemClock())
  if (given.jsonLines === true) {
    if (given.signature !== undefined)
      throw new InspectCommandInputError('With --json-lines, each line has its own signature; omit --signature.')
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
