// Fetches the avatar of an ENS name from an untrusted URL and re-encodes it (THREATS P7, O9).
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { PictureReencoder } from '../../store/pictures/picture-reencoder.ts'

export interface EnsAvatarContext {
  /** Must not reach private networks, not even allowed ones: anyone can set the URL. */
  outbound: OutboundHttpClient
  writePicture: PictureReencoder
}

export type EnsAvatarResult = { outcome: 'picture'; content: Buffer } | { outcome: 'none' } | { outcome: 'unknown' }

/** Longer values contain the image data and not a URL. */
const maxAvatarUrlLength = 1024

/** `source` is the text record `avatar` (ENSIP-12); only https URLs are fetched. */
export async function fetchEnsAvatar(
  { outbound, writePicture }: EnsAvatarContext,
  source: string,
): Promise<EnsAvatarResult> {
  if (!isEnsAvatarUrl(source)) return { outcome: 'none' }
  try {
    const { status, body } = await outbound.fetch(source, {
      purpose: 'picture',
      headers: { accept: 'image/webp, image/png, image/jpeg' },
    })
    if (status !== 200) return { outcome: isTransientStatus(status) ? 'unknown' : 'none' }
    // The format is detected from the bytes, not from the content type. SVG and HTML are rejected.
    return { outcome: 'picture', content: await writePicture(body) }
  } catch (error) {
    if (error instanceof OutboundHttpError)
      return { outcome: error.isRefused || error.reason === 'too_large' ? 'none' : 'unknown' }
    if (error instanceof ApiError) return { outcome: error.code === 'rate.limited' ? 'unknown' : 'none' }
    throw error
  }
}

export const isEnsAvatarUrl = (source: string): boolean =>
  source.length <= maxAvatarUrlLength && URL.canParse(source) && new URL(source).protocol === 'https:'

/** With these statuses, a retry may succeed (RFC 9110 §15.5.9, RFC 6585 §4). */
const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500
