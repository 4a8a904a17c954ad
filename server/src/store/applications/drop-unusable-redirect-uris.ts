// Separates usable from unusable redirect addresses, where a program lists the addresses of every place that it could run in: an unusable one
// is dropped, so that the rest of the list works.
import { escapeForLog } from '../../platform/escape-for-log.ts'

/** An address that was dropped, for the log: escaped, with the reason. */
export interface DroppedRedirectUri {
  /** The member of the metadata. */
  member: string
  address: string
  reason: string
}

export interface UsableRedirectUrisResult {
  /** What is to be judged: the list without what was dropped, or whatever was sent where nothing in it is usable. */
  addresses: unknown
  dropped: DroppedRedirectUri[]
}

/**
 * @param addresses as they were sent; nothing about them is assumed
 * @param faultOf what is wrong with one address; null where nothing is
 */
export function dropUnusableRedirectUris(
  member: string,
  addresses: unknown,
  faultOf: (address: string) => string | null,
): UsableRedirectUrisResult {
  if (!Array.isArray(addresses)) return { addresses, dropped: [] }
  const reasonOf = (address: unknown, index: number): string | null => {
    if (typeof address !== 'string') return 'must be a text'
    return faultOf(address) ?? (addresses.indexOf(address) < index ? 'must not be there twice' : null)
  }
  const judged = addresses.map((address: unknown, index) => ({ address, reason: reasonOf(address, index) }))
  const usable = judged.filter(({ reason }) => reason === null).map(({ address }) => address)
  if (usable.length === 0) return { addresses, dropped: [] }
  const dropped = judged.flatMap(({ address, reason }) =>
    reason === null ? [] : [{ member, address: escapeForLog(address) ?? typeof address, reason }],
  )
  return { addresses: usable, dropped }
}
