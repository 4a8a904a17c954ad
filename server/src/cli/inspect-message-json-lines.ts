import { inspectMessage } from '@countersign/inspector/inspect-message'
import type {
  MessageInspectionResult,
  MessageInspectionOptions,
} from '@countersign/inspector/message-inspection-findings'
import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import {
  decodeUtf8Text,
  describeOriginError,
  InspectCommandInputError,
  maxInspectCommandInputBytes,
  openInspectCommandInputStream,
} from './read-inspect-command-input.ts'
import { formatAsciiJson, escapeForTerminal } from './escape-for-terminal.ts'

const lineFeed = 10

export async function inspectMessageJsonLines(
  operand: string | undefined,
  known: MessageInspectionOptions,
): Promise<0 | 1> {
  // The reader may close the pipe early, as `head` does.
  process.stdout.once('error', () => process.exit(1))
  let exitCode: 0 | 1 = 0
  let line = 0
  for await (const bytes of splitStreamLines(openInspectCommandInputStream(operand))) {
    line += 1
    const found = inspectLine(bytes, known)
    if (typeof found === 'string' || found.outcome === 'malformed') exitCode = 1
    console.log(formatAsciiJson(typeof found === 'string' ? { error: { line, message: found } } : found))
  }
  return exitCode
}

/** Keeps only as much of an overlong line as is needed to detect that it is too long. */
export async function* splitStreamLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      ;[parts, length, from] = [[], 0, end + 1]
    }
    if (from < chunk.length && length <= maxInspectCommandInputBytes) parts.push(chunk.subarray(from))
    length += chunk.length - from
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}

function inspectLine(bytes: Uint8Array, known: MessageInspectionOptions): MessageInspectionResult | string {
  try {
    const { message, ...rest } = parseJsonLine(parseStrictJson(decodeUtf8Text(bytes, 'The line')))
    return inspectMessage(message, { ...known, ...rest })
  } catch (error) {
    if (error instanceof InspectCommandInputError) return error.message
    if (error instanceof StrictJsonError) return escapeForTerminal(error.message.replace(/^The body/, 'The line'))
    throw error
  }
}

interface JsonLine {
  message: string
  signature?: string
  origin?: string
}

function parseJsonLine(value: unknown): JsonLine {
  if (typeof value === 'string') return { message: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InspectCommandInputError('The line is neither a string nor an object.')
  for (const [name, member] of Object.entries(value)) {
    if (!['message', 'signature', 'origin'].includes(name))
      throw new InspectCommandInputError(
        `The line has "${escapeForTerminal(name)}"; only "message", "signature" and "origin" are allowed.`,
      )
    if (typeof member !== 'string') throw new InspectCommandInputError(`"${name}" is not a string.`)
  }
  const line = value as Partial<JsonLine>
  if (line.message === undefined) throw new InspectCommandInputError('"message" is missing.')
  if (line.origin !== undefined && parseOriginUrl(line.origin) === null)
    throw new InspectCommandInputError(`"origin" ${describeOriginError(line.origin)}`)
  return line as JsonLine
}
