// Entry bundles (C2SP tlog-tiles, §Log entries): entries, each preceded by its length.
import { TransparencyLogError } from './transparency-log-error.ts'
import { logTileWidth } from './transparency-log-tile.ts'

/** The length of an entry is stored in 16 bits. */
export const maxLogEntryBytes = 0xffff

/** @throws RangeError unless there are 1 to 256 entries of at most 65,535 bytes each */
export function encodeLogEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > logTileWidth || entries.some(({ length }) => length > maxLogEntryBytes))
    throw new RangeError('A bundle must have 1 to 256 entries of at most 65,535 bytes each.')
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    view.setUint16(at, entry.length)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/**
 * Decodes the first `width` entries. A full bundle may be given instead of a partial one (C2SP
 * tlog-tiles, §Partial Tiles).
 * @throws TransparencyLogError `entries.malformed`
 */
export function decodeLogEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Infinity
    if (end > bytes.length || entries.length === logTileWidth)
      throw new TransparencyLogError(
        'entries.malformed',
        'A bundle must consist of up to 256 entries, each preceded by its length.',
      )
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  if (entries.length !== width && entries.length !== logTileWidth)
    throw new TransparencyLogError('entries.malformed', `The bundle has ${entries.length} entries, not ${width}.`)
  return entries.slice(0, width)
}
