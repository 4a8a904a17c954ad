// `countersign verify`: whether a signature proves the wallet that a message names, here and now. Needs no settings and no
// database.
import type { Command } from './command.ts'
import { inspect as inspectText } from '@countersign/inspector/inspect'
import { systemClock } from '../platform/clock.ts'
import { readArguments } from './application-command.ts'
import { inspectOptions, InputFault, readInput, readKnown } from './inspect-input.ts'
import { choosePaint } from './inspect-paint.ts'
import { formatReport } from './inspect-report.ts'
import { formatJson } from './inspect-visible.ts'
import { describeVerdict, judgeFindings } from './verify-verdict.ts'

const usage = 'verify --signature HEX [FILE|-] [--json] …'

const details = `Proved means: the message is well-formed, valid at the moment, for the origin where one is given, and its address signed it.
That it was asked for, and not used before, only the server that made it can know. The text is read byte for byte from the
file, or from standard input.

  --signature HEX    the signature over the text
  --origin ADDRESS   the origin that the message has to be for, such as https://example.com
  --at TIME          the moment at which it has to be valid, such as 2024-02-29T12:00:00Z; now, where it is left out
  --json             prints the verdict, its reasons and the findings as one line of JSON

Exit code: 0 proved, 1 not proved, 2 wrong use or an input that cannot be read, 3 cannot be decided here: likely the
signature of a contract wallet, which only its contract can judge. One of a key with another address is not proved, though
a contract wallet at the address may accept that of an owner; the reasons say so.`

export const verify: Command = {
  usage,
  about: 'Says whether a signature proves the wallet that a message names.',
  details,
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage: `${usage}\n\n${details}`,
      options: inspectOptions,
      count: 0,
      optional: 1,
    })
    if (given === null) return 2
    const { values, operands } = given
    try {
      if (values.signature === undefined) throw new InputFault('The signature is missing; give it with --signature.')
      const known = readKnown(values, systemClock())
      const text = await readInput(operands[0])
      const findings = inspectText(text, known)
      const verdict = judgeFindings(findings)
      const paint = choosePaint(process.stdout.isTTY, process.env)
      if (values.json === true)
        console.log(formatJson({ verdict: verdict.outcome, reasons: verdict.reasons, ...findings }))
      else console.log(formatReport(findings, text, { paint, verdict: describeVerdict(verdict, paint) }))
      return verdict.exitCode
    } catch (error) {
      if (!(error instanceof InputFault)) throw error
      console.error(error.message)
      return 2
    }
  },
}
