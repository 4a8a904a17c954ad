// Whether a contract stands at a wallet's address, and how many owners have to approve: asked of the wallet itself, which
// knows its chain, so that neither this site nor a chain node learns anything by it.
import type { ContractAccountDetection } from './wallet-proof-phases.ts'

/** EIP-7702 §Delegation Designation: the account has a key, and code besides. The key is what signs. */
const delegationPattern = /^0xef0100[0-9a-f]{40}$/i

/** The first four bytes of the hashes of `getThreshold()` and `getOwners()`, which a Safe answers. */
const getThreshold = '0xe75235b8'
const getOwners = '0xa0e67e2b'

/** More owners than anybody has; an answer that says so is none. */
const maxOwners = 1000

/**
 * @param ask asks the wallet; null where it gives no answer in time
 * @returns null for a key; 'unread' where the wallet gives no answer
 */
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
  // The list of owners is an offset, a length, and one word each (ABI §Use of Dynamic Types).
  const count = parseWordNumber(owners, 1)
  const isUnread = threshold === null || owners === null
  return {
    owners: needed !== null && count !== null && needed <= count ? { needed, count } : null,
    ...(isUnread && { isUnread }),
  }
}

/** The whole number from 1 on that a word of an answer holds; null where it holds none. */
function parseWordNumber(answer: unknown, word: number): number | null {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) return null
  const digits = answer.slice(2 + word * 64, 66 + word * 64)
  const value = digits.length === 64 ? Number.parseInt(digits, 16) : 0
  return value >= 1 && value <= maxOwners ? value : null
}
