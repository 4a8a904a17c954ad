// Entry bundles (C2SP tlog-tiles, §Log entries): the entries of a tile of level 0, each behind its length.
import { TransparencyLogError } from './transparency-log-error.ts'
import { logTileWidth } from './transparency-log-tile.ts'

/** The longest entry of a bundle, in bytes: its length has 16 bits. */
export const maxLogEntryBytes = 0xffff

/**
 * A bundle as bytes.
 * @throws RangeError where these are not 1 to 256 entries of 65,535 bytes at most
 */
export function encodeLogEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > logTileWidth || entries.some(({ length }) => length > maxLogEntryBytes))
    throw new RangeError('A bundle has 1 to 256 entries of 65,535 bytes at most.')
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
 * The entries of a bundle. The full bundle may be given for a partial one, which a log need not keep (C2SP tlog-tiles, §Partial Tiles).
 * @param width how many entries are wanted
 * @throws TransparencyLogError `entries.malformed`
 */
export function decodeLogEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Infinity
    if (end > bytes.length || entries.length === logTileWidth)
      throw new TransparencyLogError('entries.malformed', 'A bundle is up to 256 entries, each behind its length.')
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  if (entries.length !== width && entries.length !== logTileWidth)
    throw new TransparencyLogError('entries.malformed', `The bundle has ${entries.length} entries, not ${width}.`)
  return entries.slice(0, width)
}
