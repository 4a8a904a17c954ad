// Derives the ID of a resource server for admin URLs, because its identifier is itself a URL.
import { createHash } from 'node:crypto'

const idLength = 26

export const deriveResourceServerId = (identifier: string): string =>
  BigInt(`0x${createHash('sha256').update(identifier).digest('hex')}`)
    .toString(36)
    .padStart(50, '0')
    .slice(-idLength)
