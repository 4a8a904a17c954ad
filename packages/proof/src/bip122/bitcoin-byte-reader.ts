// Reads the pieces that Bitcoin's transactions are made of, each in the one form that it has: what could be written shorter, and what goes past
// the end, is no such piece.

/** Something that cannot be read. Thrown and caught within this folder. */
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

  readBytes(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new BitcoinDecodeError()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** The next byte, left where it is; undefined at the end. */
  peekByte(): number | undefined {
    return this.#bytes[this.#at]
  }

  readUint(length: 1 | 2 | 4): number {
    return this.readBytes(length).reduceRight((number, byte) => number * 256 + byte, 0)
  }

  /** CompactSize, in its shortest form. No piece here is 4 GiB long, so that the longest form is never the shortest. */
  readCompactSize(): number {
    const first = this.readUint(1)
    if (first < 0xfd) return first
    if (first === 0xff) throw new BitcoinDecodeError()
    const [length, least] = first === 0xfd ? ([2, 0xfd] as const) : ([4, 0x1_0000] as const)
    const size = this.readUint(length)
    if (size < least) throw new BitcoinDecodeError()
    return size
  }

  /** As many bytes as the size before them says. */
  readSizedBytes(): Uint8Array {
    return this.readBytes(this.readCompactSize())
  }

  requireEnd(): void {
    if (!this.isAtEnd) throw new BitcoinDecodeError()
  }
}

/** A size as it stands before what it is the size of. */
export function encodeCompactSize(size: number): Uint8Array {
  if (size < 0xfd) return Uint8Array.of(size)
  if (size < 0x1_0000) return Uint8Array.of(0xfd, size & 255, size >> 8)
  return concatBytes(Uint8Array.of(0xfe), encodeUint32LittleEndian(size))
}

/** Bytes with their size before them. */
export const encodeWithCompactSize = (bytes: Uint8Array): Uint8Array =>
  concatBytes(encodeCompactSize(bytes.length), bytes)

/** A number of 32 bits, the least significant byte first. */
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

export const isEqualBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
