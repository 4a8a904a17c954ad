// The forward look of a name where its chain has gateways: its resolver, or that of a name above it (ENSIP-10), which may send this server
// to a gateway that the operator allows (ERC-3668). Without gateways `reverse-resolve-ens-name.ts` asks the registry for the name alone, and follows nothing.
import type { ContractCallResult, ChainReader, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { CcipGatewayClient } from './ccip-gateway-client.ts'
import { namehash } from './namehash.ts'
import { encodeCcipCallbackCall, decodeOffchainLookup } from './ccip-offchain-lookup.ts'
import {
  decodeAddressCallResult,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsRegistryResolverCall,
  decodeStringCallResult,
} from './ens-resolver-calls.ts'
import {
  encodeSupportsExtendedResolverCall,
  isExtendedEnsResolver,
  listEnsNameAndAncestors,
  encodeExtendedResolveCall,
  decodeExtendedResolveResult,
} from './ens-wildcard-resolution.ts'

/** The way out that the operator allows for names of one chain. */
export interface AllowedCcipGateways {
  gateways: CcipGatewayClient
  /** Exactly these hosts. */
  hosts: readonly string[]
}

/** How long the gateways of one name may take together. */
const gatewayTimeoutMs = 10_000

/** How often one answer may send on: once for what the resolver does not know, and once for what the first server does not. */
const maxLookups = 2

/**
 * @returns the avatar of a name that leads to the address; null where it does not lead there
 * @throws ChainUnavailableError, GatewayUnavailableError
 */
export async function forwardResolveEnsName(
  chain: ChainReader,
  registry: Hex,
  { name, address }: { name: string; address: string },
  allowed: AllowedCcipGateways,
): Promise<{ avatar: string | null } | null> {
  const resolver = await findResolver(chain, registry, name)
  if (resolver === null) return null
  const node = namehash(name)
  const direct = [encodeEnsAddressCall(resolver.address, node), encodeEnsAvatarCall(resolver.address, node)]
  const questions = resolver.isExtended ? direct.map((question) => encodeExtendedResolveCall(name, question)) : direct
  if (!questions.every((question) => question !== null)) return null
  const { block, results } = await chain.read(questions)
  const end = AbortSignal.timeout(gatewayTimeoutMs)
  const follow = async (index: 0 | 1): Promise<ContractCallResult | undefined> => {
    const answer = await followOffchainLookups(chain, block.number, [questions[index], results[index]], allowed, end)
    return resolver.isExtended ? decodeExtendedResolveResult(answer) : answer
  }
  // One after the other: nobody is asked for the picture of a name that is somebody else's.
  if (decodeAddressCallResult(await follow(0)) !== address.toLowerCase()) return null
  return { avatar: decodeStringCallResult(await follow(1)) }
}

/** ENSIP-10: the resolver of the name, or else the first one above it, which then has to be one for everything below. */
async function findResolver(
  chain: ChainReader,
  registry: Hex,
  name: string,
): Promise<{ address: Hex; isExtended: boolean } | null> {
  const ancestors = listEnsNameAndAncestors(name)
  const { results } = await chain.read(ancestors.map((one) => encodeEnsRegistryResolverCall(registry, namehash(one))))
  const resolvers = results.map(decodeAddressCallResult)
  const place = resolvers.findIndex((resolver) => resolver !== null)
  const address = resolvers[place]
  if (address === undefined || address === null) return null
  const asked = await chain.read([encodeSupportsExtendedResolverCall(address)])
  const extended = isExtendedEnsResolver(asked.results[0])
  return place === 0 || extended ? { address, isExtended: extended } : null
}

/** ERC-3668 §Client Lookup Protocol. @returns the answer of the contract once it no longer sends on, or that it failed */
async function followOffchainLookups(
  chain: ChainReader,
  notBefore: string,
  [question, answer]: [ContractCall | undefined, ContractCallResult | undefined],
  { gateways, hosts }: AllowedCcipGateways,
  end: AbortSignal,
): Promise<ContractCallResult | undefined> {
  let [asked, said] = [question, answer]
  for (let count = 0; count < maxLookups; count += 1) {
    if (said?.outcome !== 'failed' || said.lookup === undefined) return said
    const lookup = decodeOffchainLookup(said.lookup)
    // A contract that passes on what another one said would have this server ask in a stranger's name.
    if (lookup === null || lookup.sender !== asked?.to) return undefined
    const response = await gateways.fetchData(lookup, hosts, end)
    if (response === null) return undefined
    asked = encodeCcipCallbackCall(lookup, response)
    said = (await chain.read([asked], { notBefore })).results[0]
  }
  return said
}
