// Scripts are not run, only compared with known patterns: others may not need a signature.
import { BitcoinByteReader, BitcoinDecodeError } from './bitcoin-byte-reader.ts'

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
  /** `key` can sign at any time, `laterKey` only with a sequence of at least `delay` (BIP-112). */
  | { readonly kind: 'timelocked'; readonly key: Uint8Array; readonly laterKey: Uint8Array; readonly delay: number }

// The limit of BIP-11. P2SH allows even fewer keys.
const maxKeys = 16

/** Returns null if the script is not supported; `keySizes` are the allowed key lengths in bytes. */
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

// Parses `<key> CHECKSIG`, or `m <key>… n CHECKMULTISIG` (BIP-11).
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

// Parses `IF <key> ELSE <delay> CHECKSEQUENCEVERIFY DROP <laterKey> ENDIF CHECKSIG`.
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
  // The first byte is the form of a key (SEC 1 §2.3.3); 32 bytes are an x coordinate (BIP-340).
  const isForm = size === 32 || (size === 33 ? key[0] === 2 || key[0] === 3 : key[0] === 4)
  if (!isForm) throw new BitcoinDecodeError()
  return key
}

// The number must be little-endian and in its shortest form.
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

// OP_1 to OP_16.
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

// The consensus limit for a push. It makes longer P2SH scripts unspendable (BIP-16).
const maxPushBytes = 520

/** The pushes must be in their shortest form (BIP-62 §3, policy). @throws BitcoinDecodeError */
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
    // The bytes 1 to 16 have their own opcodes, and no script here pushes another single byte.
    if (code === 1) throw new BitcoinDecodeError()
    return pushed
  }
  const length = code === 0x4c ? reader.readUint(1) : code === 0x4d ? reader.readUint(2) : 0
  if (length <= 75 || (code === 0x4d && length <= 255) || length > maxPushBytes) throw new BitcoinDecodeError()
  return reader.readBytes(length)
}
