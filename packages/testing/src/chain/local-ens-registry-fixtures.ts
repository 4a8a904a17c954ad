// ENS for tests: the registry where every chain reader looks for it, and names given to whom a test likes.
import { namehash } from 'viem'
import type { Address } from 'viem'
import { deployTestContractAt, deployTestContractOnce, sendContractTransaction } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** Where ENS has its registry on the main chain. */
export const ensRegistryAddress: Address = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** What a name says; what is left out stays as it was. */
export interface EnsRecords {
  readonly address?: Address
  readonly avatar?: string
  /** Another contract that answers for the name, such as a hostile one. */
  readonly resolver?: Address
}

/** Puts the registry on the chain, and returns the resolver that names have unless told otherwise. */
export async function installEnsRegistry(chain: LocalEthereumChain): Promise<Address> {
  await deployTestContractAt(chain, ensRegistryAddress, 'NameRegistry')
  return deployTestContractOnce(chain, 'NameResolver')
}

/** Registers a name as it is written, without normalising it (THREATS P7), and says whose it is. */
export async function registerEnsName(chain: LocalEthereumChain, name: string, records: EnsRecords): Promise<void> {
  const resolver = await installEnsRegistry(chain)
  const node = namehash(name)
  const owner = records.address ?? ensRegistryAddress
  await sendContractTransaction(chain, {
    to: ensRegistryAddress,
    contract: 'NameRegistry',
    name: 'setRecord',
    args: [node, owner, records.resolver ?? resolver],
  })
  if (records.address !== undefined) await writeRecord(chain, resolver, 'setAddr', [node, records.address])
  if (records.avatar !== undefined) await writeRecord(chain, resolver, 'setText', [node, 'avatar', records.avatar])
}

/** Has an address say that this is its name. Whether the name says so too is another matter (ERC-181). */
export async function setEnsReverseName(chain: LocalEthereumChain, address: Address, name: string): Promise<void> {
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`
  await registerEnsName(chain, reverse, {})
  await writeRecord(chain, await installEnsRegistry(chain), 'setName', [namehash(reverse), name])
}

async function writeRecord(
  chain: LocalEthereumChain,
  resolver: Address,
  name: string,
  args: readonly unknown[],
): Promise<void> {
  await sendContractTransaction(chain, { to: resolver, contract: 'NameResolver', name, args })
}
