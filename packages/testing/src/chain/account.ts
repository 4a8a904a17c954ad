// Contract wallets with one owner, as ERC-4337's factories make them: on the chain, or only foreseen.
import { encodeFunctionData } from 'viem'
import type { Address, Hex } from 'viem'
import { signMessage } from '../test-keys.ts'
import type { TestKey } from '../test-keys.ts'
import { ask, contractOf, deployOnce, send, transact } from './contracts.ts'
import { wrapUndeployed } from './erc1271.ts'
import type { Deployment } from './erc1271.ts'
import type { LocalChain } from './local-chain.ts'

/** Which account: another salt is another account of the same owner. The careless factory also writes and tells (THREATS S6). */
export interface AccountOptions {
  readonly owner: TestKey
  readonly salt?: number
  readonly factory?: 'SimpleAccountFactory' | 'CarelessFactory'
}

/** Foresees an account: its factory is on the chain afterwards, the account is not. It has the same address on all chains. */
export async function foreseeAccount(chain: LocalChain, options: AccountOptions): Promise<Deployment> {
  const name = options.factory ?? 'SimpleAccountFactory'
  const factory = await deployOnce(chain, name)
  const args = [options.owner.address, BigInt(options.salt ?? 0)]
  const address = (await ask(chain, { to: factory, contract: name, name: 'getAddress', args })) as Address
  return {
    address,
    factory,
    factoryData: encodeFunctionData({ abi: contractOf(name).abi, functionName: 'createAccount', args }),
  }
}

/** Puts an account on the chain. */
export async function deployAccount(chain: LocalChain, options: AccountOptions): Promise<Deployment> {
  const account = await foreseeAccount(chain, options)
  await send(chain, { to: account.factory, data: account.factoryData })
  return account
}

/** What the wallet hands out for a text: its owner's plain signature, which does not say for which account it is (THREATS S5). */
export function signAsAccount(owner: TestKey, text: string): Hex {
  return signMessage(owner, text) as Hex
}

/** What the wallet hands out for a text as long as it is not on the chain (ERC-6492). */
export function signAsForeseenAccount(account: Deployment, owner: TestKey, text: string): Hex {
  return wrapUndeployed(account, signAsAccount(owner, text))
}

/** Gives an account to another key: from the next block on it accepts nothing of the first. */
export async function changeOwner(chain: LocalChain, account: Address, from: TestKey, to: TestKey): Promise<void> {
  await transact(chain, {
    to: account,
    contract: 'SimpleAccount',
    name: 'changeOwner',
    args: [to.address],
    from: from.address as Address,
  })
}
