// Says what went wrong in a wallet. How to tell is fetched only when a wallet is asked, because the page must be light.
import type { WalletProblem } from '../wallet/problem.ts'

/** @param thrown whatever the wallet threw or rejected with */
export async function readProblem(thrown: unknown): Promise<WalletProblem> {
  try {
    const { readWalletProblem } = await import('../wallet/problem.ts')
    return readWalletProblem(thrown)
  } catch {
    // Not to be had now: EIP-1193 §Provider Errors, "user rejected request", is what happens most.
    const hasDeclined = typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 4001
    return { kind: hasDeclined ? 'declined' : 'failed', said: '' }
  }
}
