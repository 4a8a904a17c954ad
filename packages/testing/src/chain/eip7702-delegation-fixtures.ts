// A plain key that has a contract act for it (EIP-7702): its address then has code, and it still signs as the key it is.
import { toHex, zeroAddress } from 'viem'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EthereumTestKey } from '../ethereum-test-keys.ts'
import { sendEthereumTransaction } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** Delegates a key to a contract on this chain. Its code is then 0xef0100 and the contract's address. */
export async function delegateKeyToContract(
  chain: LocalEthereumChain,
  key: EthereumTestKey,
  contract: Address,
): Promise<void> {
  const nonce = Number(await chain.rpc('eth_getTransactionCount', [key.address, 'latest']))
  const account = privateKeyToAccount(toHex(key.privateKey))
  const {
    r,
    s,
    yParity = 0,
  } = await account.signAuthorization({ contractAddress: contract, chainId: chain.chainId, nonce })
  const authorization = {
    chainId: toHex(chain.chainId),
    address: contract,
    nonce: toHex(nonce),
    yParity: toHex(yParity),
    r,
    s,
  }
  await sendEthereumTransaction(chain, { to: account.address, authorizationList: [authorization] })
}

/** Takes a key's delegation back: its address has no code again. */
export async function revokeKeyDelegation(chain: LocalEthereumChain, key: EthereumTestKey): Promise<void> {
  await delegateKeyToContract(chain, key, zeroAddress)
}
