// Re-encodes pictures to remove metadata and hidden content (THREATS N4, P7).
import { loadSharpImageLibrary } from '../../platform/load-sharp-image-library.ts'
import { ApiError } from '../../platform/api-error.ts'

const pictureSidePixels = 256
export const pictureMediaType = 'image/webp'

/** High enough for photographs; larger images are refused before decoding (decompression bombs). */
const maxPixels = 24_000_000
const decodeTimeoutSeconds = 5
/** Decoding is memory-intensive, so pictures are processed one at a time. */
const maxWaiting = 16

export type PictureReencoder = (bytes: Buffer) => Promise<Buffer>

/** `cover` crops, `contain` pads. @throws `picture.invalid`, `rate.limited` (queue full) */
export function createPictureReencoder(fit: 'cover' | 'contain' = 'cover'): PictureReencoder {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    if (!isSupportedPicture(bytes))
      throw new ApiError('picture.invalid', { privateDetail: 'not a JPEG, PNG or WebP image' })
    if (waiting >= maxWaiting)
      throw new ApiError('rate.limited', {
        place: { retryAfterSeconds: 5 },
        privateDetail: 'too many pictures in the queue',
      })
    waiting += 1
    const turn = last.then(() => reencodePicture(bytes, fit))
    last = turn.catch(() => {})
    try {
      return await turn
    } catch (error) {
      throw new ApiError('picture.invalid', {
        privateDetail: error instanceof Error ? error.message : 'no reason given',
      })
    } finally {
      waiting -= 1
    }
  }
}

/** Ignores the declared type and file name. */
function isSupportedPicture(bytes: Buffer): boolean {
  const begins = (at: number, text: string): boolean => bytes.subarray(at, at + text.length).toString('latin1') === text
  return begins(0, '\xFF\xD8\xFF') || begins(0, '\x89PNG\r\n\x1A\n') || (begins(0, 'RIFF') && begins(8, 'WEBP'))
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

async function reencodePicture(bytes: Buffer, fit: 'cover' | 'contain'): Promise<Buffer> {
  const sharp = await loadSharpImageLibrary()
  return (
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated: false })
      .timeout({ seconds: decodeTimeoutSeconds })
      // Applies the EXIF orientation before the metadata is removed.
      .autoOrient()
      .resize(pictureSidePixels, pictureSidePixels, { fit, background: transparent })
      .webp({ quality: 82 })
      .toBuffer()
  )
}
