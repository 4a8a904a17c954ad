// Keys that delegate to a contract (EIP-7702): the address has code, and the key can still sign.
import { toHex, zeroAddress } from 'viem'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EthereumTestKey } from '../ethereum-test-keys.ts'
import { sendEthereumTransaction } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** Afterwards, the code of the address is 0xef0100 followed by the address of the contract. */
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

export async function revokeKeyDelegation(chain: LocalEthereumChain, key: EthereumTestKey): Promise<void> {
  await delegateKeyToContract(chain, key, zeroAddress)
}
