import { BitcoinByteReader, BitcoinDecodeError } from './bitcoin-byte-reader.ts'
import { decodeSmallNumber } from './parse-bitcoin-script.ts'

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
  const number = decodeSmallNumber(code)
  if (number !== null) return Uint8Array.of(number)
  if (code <= 75) {
    const pushed = reader.readBytes(code)
    // The bytes 1 to 16 have opcodes of their own, and no script here reads another single byte.
    if (code === 1) throw new BitcoinDecodeError()
    return pushed
  }
  const length = code === 0x4c ? reader.readUint(1) : code === 0x4d ? reader.readUint(2) : 0
  if (length <= 75 || (code === 0x4d && length <= 255) || length > maxPushBytes) throw new BitcoinDecodeError()
  return reader.readBytes(length)
}
