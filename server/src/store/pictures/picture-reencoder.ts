// Makes a picture that a person sent into one that can be shown: it is decoded and written anew (re-encoding, metadata stripped), small and
// square, so that nothing but its pixels is kept: no place where it was taken, no text, nothing hidden behind its end (THREATS N4, P7).
import { loadSharpImageLibrary } from '../../platform/load-sharp-image-library.ts'
import { ApiError } from '../../platform/api-error.ts'

/** What is kept of every picture. */
const pictureSidePixels = 256
export const pictureMediaType = 'image/webp'

/** A photograph has this many pixels, a decompression bomb more: it is refused by what its head says, before it is unpacked. */
const maxPixels = 24_000_000
const decodeTimeoutSeconds = 5
/** Decoding takes memory by the pixels, and one at a time is enough; more than these would wait longer than a person does. */
const maxWaiting = 16

/** Turns the bytes of a file into those of the picture that is kept. */
export type PictureReencoder = (bytes: Buffer) => Promise<Buffer>

/**
 * A writer that has one picture at work at any time.
 * @param fit `cover` cuts what is not square; `contain` keeps all of it, with nothing around it
 * @returns a function that throws Refusal `picture.invalid` for what is no picture, and `rate.limited` where too many wait
 */
export function createPictureReencoder(fit: 'cover' | 'contain' = 'cover'): PictureReencoder {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    if (!isSupportedPicture(bytes))
      throw new ApiError('picture.invalid', { privateDetail: 'neither JPEG, PNG nor WebP' })
    if (waiting >= maxWaiting)
      throw new ApiError('rate.limited', { place: { retryAfterSeconds: 5 }, privateDetail: 'pictures at work' })
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

/** The first bytes of the three formats that are read; what it is called, and by whom, is not asked. */
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
      // A telephone stores how it was held beside the pixels, and that goes.
      .autoOrient()
      .resize(pictureSidePixels, pictureSidePixels, { fit, background: transparent })
      .webp({ quality: 82 })
      .toBuffer()
  )
}
