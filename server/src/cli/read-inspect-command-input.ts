// What the inspector's commands are given: a text, byte for byte, and what is known beside it. What they say of it on the
// terminal goes through `escapeForTerminal`: names of files and options can be a stranger's as well (THREATS N10).
import type { MessageInspectionOptions } from '@countersign/inspector/message-inspection-findings'
import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { isOriginWithoutScheme } from '@countersign/inspector/is-origin-without-scheme'
import { MessageError, parseDateTime } from '@countersign/message'
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { escapeForTerminal } from './escape-for-terminal.ts'

/** No message is nearly as large; a whole disk on standard input is not read into memory. */
export const maxInspectCommandInputBytes = 1_048_576

/** Why an input or an option cannot be used, in words. */
export class InspectCommandInputError extends Error {
  override readonly name = 'InspectCommandInputError'
}

/** Why a file cannot be read. The system's own words name the file once more, letter by letter. */
const readFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
}

/** The bytes of a file, or of standard input for `-` and for nothing. */
export async function* openInspectCommandInputStream(operand: string | undefined): AsyncGenerator<Buffer> {
  const isStandard = operand === undefined || operand === '-'
  if (isStandard && process.stdin.isTTY)
    console.error(
      'Reading from the terminal. Ctrl+D right after the last character, twice, ends the text without a line feed.',
    )
  try {
    yield* (isStandard ? process.stdin : createReadStream(operand)) as AsyncIterable<Buffer>
  } catch (error) {
    const { syscall, code = 'unknown' } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new InspectCommandInputError(
      `${isStandard ? 'Standard input' : `The file "${escapeForTerminal(operand)}"`} cannot be read: ${readFailures[code] ?? `the system says ${code}`}.`,
    )
  }
}

/** Reads the whole text of a file, or of standard input. */
export async function readInspectCommandInputText(operand: string | undefined): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of openInspectCommandInputStream(operand)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxInspectCommandInputBytes) break
  }
  return decodeUtf8Text(Buffer.concat(chunks), 'The input')
}

/**
 * The text of UTF-8 bytes, a byte order mark at its beginning included: it would have been signed as well.
 * @param what whose bytes they are, as a sentence begins
 */
export function decodeUtf8Text(bytes: Uint8Array, what: string): string {
  if (bytes.length > maxInspectCommandInputBytes)
    throw new InspectCommandInputError(
      `${what} is larger than ${maxInspectCommandInputBytes} bytes; no sign-in message is.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const at = findInvalidUtf8Offset(bytes)
    const hex = (bytes[at] as number).toString(16).padStart(2, '0')
    throw new InspectCommandInputError(
      `${what} is not UTF-8: byte ${at + 1} (0x${hex}) begins no character. Wallets sign UTF-8; save the text in it.`,
    )
  }
}

/** Where the first character begins that is none. */
function findInvalidUtf8Offset(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isUtf8Prefix(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  while (!isUtf8(bytes.subarray(0, good))) good -= 1
  return good
}

/** Whether bytes can be the beginning of UTF-8: a decoder that waits for more takes them. */
function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

interface InspectOptionValues {
  origin?: string | undefined
  at?: string | undefined
  signature?: string | undefined
}

/** What is known beside the text, from the options as they were written. */
export const parseInspectMessageOptions = (
  { origin, at, signature }: InspectOptionValues,
  now: number,
): MessageInspectionOptions => ({
  at: at === undefined ? now : parseTimeOption(at),
  origin: origin === undefined ? undefined : requireValidOrigin(origin),
  signature: signature?.trim(),
})

function parseTimeOption(text: string): number {
  try {
    return parseDateTime(text)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    throw new InspectCommandInputError(
      `The time "${escapeForTerminal(text)}" cannot be read: ${error.message} Write it like 2024-02-29T12:00:00Z.`,
    )
  }
}

/** An address of the page will do: its origin is meant. */
function requireValidOrigin(text: string): string {
  if (parseOriginUrl(text) === null)
    throw new InspectCommandInputError(`The origin "${escapeForTerminal(text)}" ${describeOriginError(text)}`)
  return text
}

/** What is wrong with an origin that cannot be read, and how it is written: the end of a sentence. */
export const describeOriginError = (text: string): string =>
  `${isOriginWithoutScheme(text) ? 'has no scheme' : 'is none'}; write it like https://example.com.`
