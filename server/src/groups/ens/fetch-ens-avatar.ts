// Fetches the picture of a name from the address that a stranger wrote there (THREATS P7, O9), and makes it one that can be shown.
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { PictureReencoder } from '../../store/pictures/picture-reencoder.ts'

export interface EnsAvatarContext {
  /** One that reaches no private network, whatever the operator allows for applications: anybody can write an address. */
  outbound: OutboundHttpClient
  writePicture: PictureReencoder
}

/** A picture that was written anew; that there is none; or that this cannot be said now. */
export type EnsAvatarResult = { outcome: 'picture'; content: Buffer } | { outcome: 'none' } | { outcome: 'unknown' }

/** Longer ones are data, not addresses. */
const maxAvatarUrlLength = 1024

/** @param source the text record `avatar` (ENSIP-12). Only https is read: no `data:`, `ipfs:` or token (`eip155:`). */
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
    // What the other server calls it does not count: the bytes decide, and SVG and HTML are no picture.
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

/** Told to come later, or ill: these may answer otherwise next time (RFC 9110 §15.5.9, RFC 6585 §4). */
const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500
