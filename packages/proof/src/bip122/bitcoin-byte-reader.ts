// Reads the encodings of Bitcoin transactions, and refuses all that are not canonical.

/** This error is caught within this folder. */
export class BitcoinDecodeError extends Error {
  override readonly name = 'BitcoinDecodeError'
}

export class BitcoinByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  get rest(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }

  readBytes(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new BitcoinDecodeError()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  peekByte(): number | undefined {
    return this.#bytes[this.#at]
  }

  readUint(length: 1 | 2 | 4): number {
    return this.readBytes(length).reduceRight((number, byte) => number * 256 + byte, 0)
  }

  /** Reads a CompactSize, which must be in its shortest form and less than 4 GiB. */
  readCompactSize(): number {
    const first = this.readUint(1)
    if (first < 0xfd) return first
    if (first === 0xff) throw new BitcoinDecodeError()
    const [length, least] = first === 0xfd ? ([2, 0xfd] as const) : ([4, 0x1_0000] as const)
    const size = this.readUint(length)
    if (size < least) throw new BitcoinDecodeError()
    return size
  }

  readSizedBytes(): Uint8Array {
    return this.readBytes(this.readCompactSize())
  }

  requireEnd(): void {
    if (!this.isAtEnd) throw new BitcoinDecodeError()
  }
}

export function encodeCompactSize(size: number): Uint8Array {
  if (size < 0xfd) return Uint8Array.of(size)
  if (size < 0x1_0000) return Uint8Array.of(0xfd, size & 255, size >> 8)
  return concatBytes(Uint8Array.of(0xfe), encodeUint32LittleEndian(size))
}

export const encodeWithCompactSize = (bytes: Uint8Array): Uint8Array =>
  concatBytes(encodeCompactSize(bytes.length), bytes)

export function encodeUint32LittleEndian(number: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, number, true)
  return bytes
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
