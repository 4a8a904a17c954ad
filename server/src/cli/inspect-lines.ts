// Many messages at once, as JSON lines: one line out for each line in, whatever is in it.
import { inspect } from '@countersign/inspector/inspect'
import type { Findings, InspectOptions } from '@countersign/inspector/findings'
import { readOrigin } from '@countersign/inspector/judge-origin'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'
import { decodeText, faultOfOrigin, InputFault, maxInputBytes, openInput } from './inspect-input.ts'
import { formatJson, visible } from './inspect-visible.ts'

const lineFeed = 10

/**
 * Inspects each line of a file, or of standard input.
 * @returns 0 where each is well-formed, otherwise 1
 */
export async function inspectLines(operand: string | undefined, known: InspectOptions): Promise<0 | 1> {
  // Whoever reads may have seen enough, as `head` does.
  process.stdout.once('error', () => process.exit(1))
  let exitCode: 0 | 1 = 0
  let line = 0
  for await (const bytes of splitLines(openInput(operand))) {
    line += 1
    const found = inspectLine(bytes, known)
    if (typeof found === 'string' || found.outcome === 'malformed') exitCode = 1
    console.log(formatJson(typeof found === 'string' ? { error: { line, message: found } } : found))
  }
  return exitCode
}

/** The lines of a stream. Of one that is too long, no more is kept than tells that. */
export async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      ;[parts, length, from] = [[], 0, end + 1]
    }
    if (from < chunk.length && length <= maxInputBytes) parts.push(chunk.subarray(from))
    length += chunk.length - from
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}

/** The findings of one line, or why there are none. */
function inspectLine(bytes: Uint8Array, known: InspectOptions): Findings | string {
  try {
    const { message, ...rest } = readLine(parseStrictJson(decodeText(bytes, 'The line')))
    return inspect(message, { ...known, ...rest })
  } catch (error) {
    if (error instanceof InputFault) return error.message
    if (error instanceof JsonFault) return visible(error.message.replace(/^The body/, 'The line'))
    throw error
  }
}

interface Line {
  message: string
  signature?: string
  origin?: string
}

function readLine(value: unknown): Line {
  if (typeof value === 'string') return { message: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputFault('The line is neither a text nor an object.')
  for (const [name, member] of Object.entries(value)) {
    if (!['message', 'signature', 'origin'].includes(name))
      throw new InputFault(`The line has "${visible(name)}"; it may have "message", "signature" and "origin".`)
    if (typeof member !== 'string') throw new InputFault(`"${name}" is not a text.`)
  }
  const line = value as Partial<Line>
  if (line.message === undefined) throw new InputFault('"message" is missing.')
  if (line.origin !== undefined && readOrigin(line.origin) === null)
    throw new InputFault(`"origin" ${faultOfOrigin(line.origin)}`)
  return line as Line
}
