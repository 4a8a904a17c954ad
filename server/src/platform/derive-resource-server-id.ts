// The id of a resource server in addresses of the administration: its own identifier is an address itself, which no part of a path holds well.
import { createHash } from 'node:crypto'

const idLength = 26

/** An identifier as this server makes them, and the same one for the same resource wherever it is made. */
export const deriveResourceServerId = (identifier: string): string =>
  BigInt(`0x${createHash('sha256').update(identifier).digest('hex')}`)
    .toString(36)
    .padStart(50, '0')
    .slice(-idLength)
