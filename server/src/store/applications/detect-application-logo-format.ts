// Detects images by content, not by declared type (THREATS P7). No accepted format allows scripts.

export const applicationLogoMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export type ApplicationLogoMediaType = (typeof applicationLogoMediaTypes)[number]

export interface ApplicationLogoFormat {
  mediaType: ApplicationLogoMediaType
  width: number
  height: number
}

type Size = Pick<ApplicationLogoFormat, 'width' | 'height'>

export function detectApplicationLogoFormat(bytes: Uint8Array): ApplicationLogoFormat | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const mediaType of applicationLogoMediaTypes) {
    const size = sizeReaders[mediaType](content)
    if (size !== undefined) return { mediaType, ...size }
  }
  return undefined
}

const sizeReaders: Readonly<Record<ApplicationLogoMediaType, (content: Buffer) => Size | undefined>> = {
  'image/png': readPngSize,
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
  'image/gif': readGifSize,
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** PNG §5.2, §11.2.1. */
function readPngSize(content: Buffer): Size | undefined {
  if (content.length < 24 || !content.subarray(0, 16).equals(pngStart)) return undefined
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
}

/** GIF89a §17, §18. */
function readGifSize(content: Buffer): Size | undefined {
  if (content.length < 10 || !/^GIF8[79]a$/.test(content.toString('latin1', 0, 6))) return undefined
  return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) }
}

/** Matches SOF markers, which exclude DHT, JPG and DAC (ITU-T T.81 §B.1.1.3). */
const isJpegFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** ITU-T T.81 §B.2. */
function readJpegSize(content: Buffer): Size | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content.readUInt8(at + 1)
    if (isJpegFrameMarker(marker)) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
    at += 2 + Math.max(2, content.readUInt16BE(at + 2))
  }
  return undefined
}

/** RFC 9649 §2. */
function readWebpSize(content: Buffer): Size | undefined {
  if (
    content.length < 30 ||
    content.toString('latin1', 0, 4) !== 'RIFF' ||
    content.toString('latin1', 8, 12) !== 'WEBP'
  )
    return undefined
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff }
    case 'VP8L':
      return {
        width: (content.readUInt32LE(21) & 0x3fff) + 1,
        height: ((content.readUInt32LE(21) >>> 14) & 0x3fff) + 1,
      }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
