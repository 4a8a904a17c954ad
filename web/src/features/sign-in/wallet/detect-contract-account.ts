// Detects contracts and their owners by querying the wallet, so that no node learns the address.
import type { ContractAccountDetection } from './wallet-proof-phases.ts'

/** EIP-7702 §Delegation Designation: the account has code, but its key signs. */
const delegationPattern = /^0xef0100[0-9a-f]{40}$/i

/** Selectors of a Safe's `getThreshold()` and `getOwners()`. */
const getThreshold = '0xe75235b8'
const getOwners = '0xa0e67e2b'

/** A response with a larger number is treated as invalid. */
const maxOwners = 1000

/** Null for an ordinary key, 'unread' if the wallet does not respond. `ask` returns null on timeout. */
export async function detectContractAccount(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  address: string,
): Promise<ContractAccountDetection> {
  const code = await ask('eth_getCode', [address, 'latest'])
  if (code === null) return 'unread'
  if (typeof code !== 'string' || !/^0x[0-9a-f]{2,}$/i.test(code) || delegationPattern.test(code)) return null
  const [threshold, owners] = await Promise.all(
    [getThreshold, getOwners].map((data) => ask('eth_call', [{ to: address, data }, 'latest'])),
  )
  const needed = parseWordNumber(threshold, 0)
  // ABI-encoded array: offset, length, then one word per item (ABI §Use of Dynamic Types).
  const count = parseWordNumber(owners, 1)
  const isUnread = threshold === null || owners === null
  return {
    owners: needed !== null && count !== null && needed <= count ? { needed, count } : null,
    ...(isUnread && { isUnread }),
  }
}

function parseWordNumber(answer: unknown, word: number): number | null {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) return null
  const digits = answer.slice(2 + word * 64, 66 + word * 64)
  const value = digits.length === 64 ? Number.parseInt(digits, 16) : 0
  return value >= 1 && value <= maxOwners ? value : null
}
