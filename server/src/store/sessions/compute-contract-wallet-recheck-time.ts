import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'

/** In milliseconds since 1970: 5–15 % early, so that the recheck finishes in time (THREATS S8). */
export function computeContractWalletRecheckTime(
  random: RandomBytes,
  { contractRecheckSeconds }: Pick<ServerLimitValues, 'contractRecheckSeconds'>,
  now: number,
): number {
  const fraction = Buffer.from(random(4)).readUInt32BE() / 2 ** 32
  return now + Math.floor(contractRecheckSeconds * (850 + 100 * fraction))
}
