import { escapeForLog } from '../../platform/escape-for-log.ts'

export interface DroppedRedirectUri {
  member: string
  address: string
  reason: string
}

export interface UsableRedirectUrisResult {
  /** The usable URIs, or the input unchanged if none is usable. */
  addresses: unknown
  dropped: DroppedRedirectUri[]
}

export function dropUnusableRedirectUris(
  member: string,
  addresses: unknown,
  faultOf: (address: string) => string | null,
): UsableRedirectUrisResult {
  if (!Array.isArray(addresses)) return { addresses, dropped: [] }
  const reasonOf = (address: unknown, index: number): string | null => {
    if (typeof address !== 'string') return 'must be a string'
    return faultOf(address) ?? (addresses.indexOf(address) < index ? 'must not be listed twice' : null)
  }
  const judged = addresses.map((address: unknown, index) => ({ address, reason: reasonOf(address, index) }))
  const usable = judged.filter(({ reason }) => reason === null).map(({ address }) => address)
  if (usable.length === 0) return { addresses, dropped: [] }
  const dropped = judged.flatMap(({ address, reason }) =>
    reason === null ? [] : [{ member, address: escapeForLog(address) ?? typeof address, reason }],
  )
  return { addresses: usable, dropped }
}
