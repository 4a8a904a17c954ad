// Contract wallets as a fake wallet plays them: what they hand out for a message, and what their chain says of them.
import type { Hex } from 'viem'
import type { FakeContract } from '../fake-wallet.ts'
import type { TestKey } from '../test-keys.ts'
import { signAsAccount } from './account.ts'
import type { Deployment } from './erc1271.ts'
import { wrapUndeployed } from './erc1271.ts'
import type { LocalChain } from './local-chain.ts'
import { signAsForeseenSafe, signAsSafe } from './safe.ts'

const onChain = (chain: LocalChain, { address }: Deployment, sign: FakeContract['sign']): FakeContract => ({
  address,
  chainId: chain.chainId,
  sign,
  ask: (method, params) => chain.rpc(method, params),
})

/** A Safe on the chain whose owners sign at once. */
export const safeWallet = (chain: LocalChain, safe: Deployment, owners: readonly TestKey[]): FakeContract =>
  onChain(chain, safe, (text) => signAsSafe(owners, text, safe.address, chain.chainId))

/** A Safe that is not on the chain yet. */
export const foreseenSafeWallet = (chain: LocalChain, safe: Deployment, owners: readonly TestKey[]): FakeContract =>
  onChain(chain, safe, (text) => signAsForeseenSafe(safe, owners, text, chain.chainId))

/** An account of one owner, as ERC-4337's factories make them, on the chain or only foreseen. */
export const accountWallet = (
  chain: LocalChain,
  account: Deployment,
  owner: TestKey,
  isForeseen = false,
): FakeContract =>
  onChain(chain, account, async (text): Promise<Hex> => {
    const signature = signAsAccount(owner, text)
    return isForeseen ? wrapUndeployed(account, signature) : signature
  })

/** A contract wallet whose owners let everybody wait. */
export interface SlowContract extends FakeContract {
  /** The texts that it was asked to sign, the newest last. */
  readonly texts: readonly string[]
  /** The owners have all signed: whoever waits is answered. */
  approve: () => void
}

/** The same wallet, but its owners take their time. */
export function slowWallet(contract: FakeContract): SlowContract {
  const approved = Promise.withResolvers<void>()
  const texts: string[] = []
  return {
    ...contract,
    texts,
    approve: approved.resolve,
    sign: async (text) => {
      texts.push(text)
      await approved.promise
      return contract.sign(text)
    },
  }
}
