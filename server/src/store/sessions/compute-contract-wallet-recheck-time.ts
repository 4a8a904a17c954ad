// When the contract that a session began with is asked again whether it still stands behind it.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'

/**
 * Somewhat before the interval is over, so that with the time that asking takes the answer is there within it (THREATS S8), and
 * spread out, so that sessions that began together are not asked about together for ever.
 * @returns milliseconds since 1970
 */
export function computeContractWalletRecheckTime(
  random: RandomBytes,
  { contractRecheckSeconds }: Pick<ServerLimitValues, 'contractRecheckSeconds'>,
  now: number,
): number {
  const fraction = Buffer.from(random(4)).readUInt32BE() / 2 ** 32
  return now + Math.floor(contractRecheckSeconds * (850 + 100 * fraction))
}
