// `countersign inspect`: what a sign-in message says and what exactly is wrong with it, for people and for scripts. Needs
// no settings and no database.
import type { Command } from './command.ts'
import { inspect as inspectText } from '@countersign/inspector/inspect'
import { systemClock } from '../platform/clock.ts'
import { readArguments } from './application-command.ts'
import { inspectOptions, InputFault, readInput, readKnown } from './inspect-input.ts'
import { inspectLines } from './inspect-lines.ts'
import { choosePaint } from './inspect-paint.ts'
import { formatReport } from './inspect-report.ts'
import { formatJson } from './inspect-visible.ts'

const usage = 'inspect [FILE|-] [--json|--lines] …'
const options = { ...inspectOptions, lines: { type: 'boolean' } } as const

const details = `The text is read byte for byte from the file, or from standard input: a line feed at its end is a fault.

  --origin ADDRESS   the origin that the message should be for, such as https://example.com
  --at TIME          the moment at which its times are judged, such as 2024-02-29T12:00:00Z; now, where it is left out
  --signature HEX    a signature over the text: its form, and who made it
  --json             prints the findings as one line of JSON
  --lines            reads JSON lines, each a text or {"message": "…", "signature": "…", "origin": "…"}, and prints
                     the findings of each as one line of JSON, or {"error": {"line": …, "message": "…"}}

Exit code: 0 well-formed, 1 malformed, 2 wrong use or an input that cannot be read. With --lines: 0 where every line is
well-formed, 1 where one is not or cannot be read.`

export const inspect: Command = {
  usage,
  about: 'Says what a sign-in message says, and what exactly is wrong with it.',
  details,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${details}`, options, count: 0, optional: 1 })
    if (given === null) return 2
    const { values, operands } = given
    try {
      const known = readKnown(values, systemClock())
      if (values.lines === true) {
        if (values.signature !== undefined)
          throw new InputFault('With --lines each line has its own signature; leave out --signature.')
        return await inspectLines(operands[0], known)
      }
      const text = await readInput(operands[0])
      const findings = inspectText(text, known)
      const paint = choosePaint(process.stdout.isTTY, process.env)
      console.log(values.json === true ? formatJson(findings) : formatReport(findings, text, { paint }))
      return findings.outcome === 'well-formed' ? 0 : 1
    } catch (error) {
      if (!(error instanceof InputFault)) throw error
      console.error(error.message)
      return 2
    }
  },
}
