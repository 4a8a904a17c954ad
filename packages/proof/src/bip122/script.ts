// The scripts that are understood: one key, some keys of several, and one key now or another one later. They are matched as a whole, not run: a
// script of another shape could be satisfied by other means than a signature.
import { ByteReader, Unreadable } from './byte-reader.ts'

/** Opcodes, by the names that Bitcoin gives them. */
const opIf = 0x63
const opElse = 0x67
const opEndIf = 0x68
const opDrop = 0x75
const opCheckSig = 0xac
const opCheckMultiSig = 0xae
const opCheckSequence = 0xb2

export type ReadScript =
  | { readonly kind: 'one'; readonly key: Uint8Array }
  | { readonly kind: 'several'; readonly needed: number; readonly keys: readonly Uint8Array[] }
  /** BIP-112: `key` at any time, `laterKey` only with a sequence of at least `delay`. */
  | { readonly kind: 'later'; readonly key: Uint8Array; readonly laterKey: Uint8Array; readonly delay: number }

/** More keys than these fit into no script that is relayed (BIP-11; the limit of P2SH is lower still). */
const mostKeys = 16

/**
 * Reads a script.
 * @param keySizes how many bytes a key may have there
 * @returns null for one that is not understood
 */
export function readScript(script: Uint8Array, keySizes: readonly number[]): ReadScript | null {
  try {
    const reader = new ByteReader(script)
    const read = startsWith(reader, opIf) ? readLater(reader, keySizes) : readKeys(reader, keySizes)
    reader.end()
    return read
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** `<key> CHECKSIG`, or `m <key>… n CHECKMULTISIG` (BIP-11). */
function readKeys(reader: ByteReader, keySizes: readonly number[]): ReadScript {
  const needed = smallNumberOf(reader.peek())
  if (needed === null) {
    const key = readKey(reader, keySizes)
    expect(reader, opCheckSig)
    return { kind: 'one', key }
  }
  reader.number(1)
  const keys: Uint8Array[] = []
  while (smallNumberOf(reader.peek()) === null) keys.push(readKey(reader, keySizes))
  const count = smallNumberOf(reader.number(1))
  expect(reader, opCheckMultiSig)
  if (count !== keys.length || needed > count) throw new Unreadable()
  return { kind: 'several', needed, keys }
}

/** `IF <key> ELSE <delay> CHECKSEQUENCEVERIFY DROP <laterKey> ENDIF CHECKSIG`. */
function readLater(reader: ByteReader, keySizes: readonly number[]): ReadScript {
  const key = readKey(reader, keySizes)
  expect(reader, opElse)
  const delay = readNumber(reader)
  expect(reader, opCheckSequence, opDrop)
  const laterKey = readKey(reader, keySizes)
  expect(reader, opEndIf, opCheckSig)
  return { kind: 'later', key, laterKey, delay }
}

function readKey(reader: ByteReader, keySizes: readonly number[]): Uint8Array {
  const size = reader.number(1)
  if (!keySizes.includes(size)) throw new Unreadable()
  const key = reader.take(size)
  // SEC 1 §2.3.3; a key of 32 bytes is an x coordinate alone (BIP-340).
  const isForm = size === 32 || (size === 33 ? key[0] === 2 || key[0] === 3 : key[0] === 4)
  if (!isForm) throw new Unreadable()
  return key
}

/** A number of 1 to 4 bytes, the least significant first, in its shortest form and not negative. */
function readNumber(reader: ByteReader): number {
  const small = smallNumberOf(reader.peek())
  if (small !== null) {
    reader.number(1)
    return small
  }
  const size = reader.number(1)
  if (size < 1 || size > 4) throw new Unreadable()
  const bytes = reader.take(size)
  const last = bytes[size - 1]!
  const isShortest = last !== 0 ? last < 0x80 : size > 1 && bytes[size - 2]! >= 0x80
  const number = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
  if (!isShortest || number <= 16) throw new Unreadable()
  return number
}

/** OP_1 to OP_16. */
const smallNumberOf = (code: number | undefined): number | null =>
  code !== undefined && code > 0x50 && code <= 0x50 + mostKeys ? code - 0x50 : null

function startsWith(reader: ByteReader, code: number): boolean {
  if (reader.peek() !== code) return false
  reader.number(1)
  return true
}

function expect(reader: ByteReader, ...codes: readonly number[]): void {
  for (const code of codes) if (reader.number(1) !== code) throw new Unreadable()
}

/** No piece that is pushed is longer, so that nobody can spend what a longer script is the hash of (BIP-16). */
const mostPushed = 520

/**
 * What a script of inputs pushes (scriptSig), each thing by the shortest opcode that pushes it (BIP-62 §3, which is policy everywhere).
 * @throws Unreadable for any other opcode
 */
export function readPushes(script: Uint8Array): readonly Uint8Array[] {
  const reader = new ByteReader(script)
  const pushes: Uint8Array[] = []
  while (!reader.isAtEnd) pushes.push(readPush(reader))
  return pushes
}

function readPush(reader: ByteReader): Uint8Array {
  const code = reader.number(1)
  if (code <= 75) {
    const pushed = reader.take(code)
    // One byte from 1 to 16 has an opcode of its own. None of what is pushed here is such a number.
    if (code === 1) throw new Unreadable()
    return pushed
  }
  const length = code === 0x4c ? reader.number(1) : code === 0x4d ? reader.number(2) : 0
  if (length <= 75 || (code === 0x4d && length <= 255) || length > mostPushed) throw new Unreadable()
  return reader.take(length)
}
