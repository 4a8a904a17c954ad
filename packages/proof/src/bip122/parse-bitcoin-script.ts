// The scripts that are understood: one key, some keys of several, and one key now or another one later. They are matched as a whole, not run: a
// script of another shape could be satisfied by other means than a signature.
import { BitcoinByteReader, BitcoinDecodeError } from './bitcoin-byte-reader.ts'

/** Opcodes, by the names that Bitcoin gives them. */
const opIf = 0x63
const opElse = 0x67
const opEndIf = 0x68
const opDrop = 0x75
const opCheckSig = 0xac
const opCheckMultiSig = 0xae
const opCheckSequence = 0xb2

export type ParsedBitcoinScript =
  | { readonly kind: 'single-key'; readonly key: Uint8Array }
  | { readonly kind: 'multisig'; readonly needed: number; readonly keys: readonly Uint8Array[] }
  /** BIP-112: `key` at any time, `laterKey` only with a sequence of at least `delay`. */
  | { readonly kind: 'timelocked'; readonly key: Uint8Array; readonly laterKey: Uint8Array; readonly delay: number }

/** More keys than these fit into no script that is relayed (BIP-11; the limit of P2SH is lower still). */
const maxKeys = 16

/**
 * Reads a script.
 * @param keySizes how many bytes a key may have there
 * @returns null for one that is not understood
 */
export function parseBitcoinScript(script: Uint8Array, keySizes: readonly number[]): ParsedBitcoinScript | null {
  try {
    const reader = new BitcoinByteReader(script)
    const read = isNextOpcode(reader, opIf) ? parseTimelockedScript(reader, keySizes) : parseKeys(reader, keySizes)
    reader.requireEnd()
    return read
  } catch (error) {
    if (error instanceof BitcoinDecodeError) return null
    throw error
  }
}

/** `<key> CHECKSIG`, or `m <key>… n CHECKMULTISIG` (BIP-11). */
function parseKeys(reader: BitcoinByteReader, keySizes: readonly number[]): ParsedBitcoinScript {
  const needed = decodeSmallNumber(reader.peekByte())
  if (needed === null) {
    const key = parseKey(reader, keySizes)
    requireOpcodes(reader, opCheckSig)
    return { kind: 'single-key', key }
  }
  reader.readUint(1)
  const keys: Uint8Array[] = []
  while (decodeSmallNumber(reader.peekByte()) === null) keys.push(parseKey(reader, keySizes))
  const count = decodeSmallNumber(reader.readUint(1))
  requireOpcodes(reader, opCheckMultiSig)
  if (count !== keys.length || needed > count) throw new BitcoinDecodeError()
  return { kind: 'multisig', needed, keys }
}

/** `IF <key> ELSE <delay> CHECKSEQUENCEVERIFY DROP <laterKey> ENDIF CHECKSIG`. */
function parseTimelockedScript(reader: BitcoinByteReader, keySizes: readonly number[]): ParsedBitcoinScript {
  const key = parseKey(reader, keySizes)
  requireOpcodes(reader, opElse)
  const delay = parseScriptNumber(reader)
  requireOpcodes(reader, opCheckSequence, opDrop)
  const laterKey = parseKey(reader, keySizes)
  requireOpcodes(reader, opEndIf, opCheckSig)
  return { kind: 'timelocked', key, laterKey, delay }
}

function parseKey(reader: BitcoinByteReader, keySizes: readonly number[]): Uint8Array {
  const size = reader.readUint(1)
  if (!keySizes.includes(size)) throw new BitcoinDecodeError()
  const key = reader.readBytes(size)
  // SEC 1 §2.3.3; a key of 32 bytes is an x coordinate alone (BIP-340).
  const isForm = size === 32 || (size === 33 ? key[0] === 2 || key[0] === 3 : key[0] === 4)
  if (!isForm) throw new BitcoinDecodeError()
  return key
}

/** A number of 1 to 4 bytes, the least significant first, in its shortest form and not negative. */
function parseScriptNumber(reader: BitcoinByteReader): number {
  const small = decodeSmallNumber(reader.peekByte())
  if (small !== null) {
    reader.readUint(1)
    return small
  }
  const size = reader.readUint(1)
  if (size < 1 || size > 4) throw new BitcoinDecodeError()
  const bytes = reader.readBytes(size)
  const last = bytes[size - 1]!
  const isShortest = last !== 0 ? last < 0x80 : size > 1 && bytes[size - 2]! >= 0x80
  const number = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
  if (!isShortest || number <= 16) throw new BitcoinDecodeError()
  return number
}

/** OP_1 to OP_16. */
const decodeSmallNumber = (code: number | undefined): number | null =>
  code !== undefined && code > 0x50 && code <= 0x50 + maxKeys ? code - 0x50 : null

function isNextOpcode(reader: BitcoinByteReader, code: number): boolean {
  if (reader.peekByte() !== code) return false
  reader.readUint(1)
  return true
}

function requireOpcodes(reader: BitcoinByteReader, ...codes: readonly number[]): void {
  for (const code of codes) if (reader.readUint(1) !== code) throw new BitcoinDecodeError()
}

/** No piece that is pushed is longer, so that nobody can spend what a longer script is the hash of (BIP-16). */
const maxPushBytes = 520

/**
 * What a script of inputs pushes (scriptSig), each thing by the shortest opcode that pushes it (BIP-62 §3, which is policy everywhere).
 * @throws BitcoinDecodeError for any other opcode
 */
export function parseScriptPushes(script: Uint8Array): readonly Uint8Array[] {
  const reader = new BitcoinByteReader(script)
  const pushes: Uint8Array[] = []
  while (!reader.isAtEnd) pushes.push(parsePush(reader))
  return pushes
}

function parsePush(reader: BitcoinByteReader): Uint8Array {
  const code = reader.readUint(1)
  if (code <= 75) {
    const pushed = reader.readBytes(code)
    // One byte from 1 to 16 has an opcode of its own. None of what is pushed here is such a number.
    if (code === 1) throw new BitcoinDecodeError()
    return pushed
  }
  const length = code === 0x4c ? reader.readUint(1) : code === 0x4d ? reader.readUint(2) : 0
  if (length <= 75 || (code === 0x4d && length <= 255) || length > maxPushBytes) throw new BitcoinDecodeError()
  return reader.readBytes(length)
}
