// An ENS registry for tests, at the same address as on mainnet.
import { namehash } from 'viem'
import type { Address } from 'viem'
import { deployTestContractAt, deployTestContractOnce, sendContractTransaction } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

export const ensRegistryAddress: Address = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** A record that is omitted does not change. */
export interface EnsRecords {
  readonly address?: Address
  readonly avatar?: string
  /** A resolver other than the default, such as a hostile one. */
  readonly resolver?: Address
}

/** Installs the registry and returns the default resolver. */
export async function installEnsRegistry(chain: LocalEthereumChain): Promise<Address> {
  await deployTestContractAt(chain, ensRegistryAddress, 'NameRegistry')
  return deployTestContractOnce(chain, 'NameResolver')
}

/** Registers a name without normalizing it (THREATS P7). */
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

/** Sets only the reverse record. The name itself may resolve to another address (ERC-181). */
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
