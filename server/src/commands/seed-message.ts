// A message that nobody signed, as long as one that somebody did.
import { formatMessage, toChecksumAddress } from '@countersign/message'
import { formatTime } from '../platform/clock.ts'
import type { Choices } from './seed-choices.ts'

const lifeMs = 300_000

export const inventMessage = (
  choices: Choices,
  { origin, address, at }: { origin: string; address: string; at: number },
): string =>
  formatMessage({
    domain: new URL(origin).host,
    address: toChecksumAddress(address),
    statement: 'Sign in.',
    uri: origin,
    version: '1',
    chainId: '1',
    nonce: choices.hex(13),
    issuedAt: formatTime(at),
    expirationTime: formatTime(at + lifeMs),
  })
