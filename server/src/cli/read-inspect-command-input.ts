// Input of the inspector commands. It is untrusted, so error messages escape it (THREATS N10).
import type { MessageInspectionOptions } from '@countersign/inspector/message-inspection-findings'
import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { isOriginWithoutScheme } from '@countersign/inspector/is-origin-without-scheme'
import { MessageError, parseDateTime } from '@countersign/message'
import { isSolanaOffchainMessage } from '@countersign/proof/solana/parse-solana-offchain-message'
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { escapeForTerminal } from './escape-for-terminal.ts'

/** Far larger than any message; the limit prevents reading a whole disk from stdin into memory. */
export const maxInspectCommandInputBytes = 1_048_576

export class InspectCommandInputError extends Error {
  override readonly name = 'InspectCommandInputError'
}

/** Texts that replace system error messages, which would repeat the unescaped file name. */
const readFailures: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'this user has no permission to read it',
  EPERM: 'this user has no permission to read it',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'its name is too long',
}

export async function* openInspectCommandInputStream(operand: string | undefined): AsyncGenerator<Buffer> {
  const isStandard = operand === undefined || operand === '-'
  if (isStandard && process.stdin.isTTY)
    console.error(
      'Reading from the terminal. To end the text without a line feed, press Ctrl+D twice right after the last character.',
    )
  try {
    yield* (isStandard ? process.stdin : createReadStream(operand)) as AsyncIterable<Buffer>
  } catch (error) {
    const { syscall, code = 'unknown' } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new InspectCommandInputError(
      `${isStandard ? 'Standard input' : `The file "${escapeForTerminal(operand)}"`} cannot be read: ${readFailures[code] ?? `system error ${code}`}.`,
    )
  }
}

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

/** Keeps a byte order mark, because the wallet would have signed it as well. */
export function decodeUtf8Text(bytes: Uint8Array, what: string): string {
  if (bytes.length > maxInspectCommandInputBytes)
    throw new InspectCommandInputError(
      `${what} is larger than ${maxInspectCommandInputBytes} bytes; no sign-in message is that large.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    if (isSolanaOffchainMessage(bytes))
      throw new InspectCommandInputError(
        `${what} is a Solana off-chain message, the form that hardware wallets sign: a preamble, then the text. Give only the text, and the signature as an envelope in base64 (a byte 01, the 64 bytes of the signature, then the off-chain message).`,
      )
    const at = findInvalidUtf8Offset(bytes)
    const hex = (bytes[at] as number).toString(16).padStart(2, '0')
    throw new InspectCommandInputError(
      `${what} is not UTF-8: byte ${at + 1} (0x${hex}) is not valid there. Wallets sign UTF-8; save the text as UTF-8.`,
    )
  }
}

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

/** An incomplete character at the end is accepted. */
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
      `The time "${escapeForTerminal(text)}" is invalid: ${error.message} Write it like 2024-02-29T12:00:00Z.`,
    )
  }
}

function requireValidOrigin(text: string): string {
  if (parseOriginUrl(text) === null)
    throw new InspectCommandInputError(`The origin "${escapeForTerminal(text)}" ${describeOriginError(text)}`)
  return text
}

/** This text continues a sentence that starts with the origin. */
export const describeOriginError = (text: string): string =>
  `${isOriginWithoutScheme(text) ? 'has no scheme' : 'is invalid'}; write it like https://example.com.`
