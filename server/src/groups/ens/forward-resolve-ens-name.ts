// Resolves ENS names to addresses, with wildcards (ENSIP-10) and gateways (ERC-3668).
import type { ContractCallResult, ChainReader, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { CcipGatewayClient } from './ccip-gateway-client.ts'
import { namehash } from './namehash.ts'
import { encodeCcipCallbackCall, decodeOffchainLookup } from './ccip-offchain-lookup.ts'
import {
  decodeAddressCallResult,
  decodeEnsOwner,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsDefaultAddressCall,
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

export interface AllowedCcipGateways {
  gateways: CcipGatewayClient
  hosts: readonly string[]
}

/** Applies to all gateways of one name together. */
const gatewayTimeoutMs = 10_000

/** The result of a lookup may require one further lookup. */
const maxLookups = 2

/** Null if the name does not resolve to the address. */
export async function forwardResolveEnsName(
  chain: ChainReader,
  registry: Hex,
  { name, address }: { name: string; address: string },
  allowed: AllowedCcipGateways,
): Promise<{ avatar: string | null } | null> {
  const resolver = await findResolver(chain, registry, name)
  if (resolver === null) return null
  const node = namehash(name)
  const direct = [
    encodeEnsAddressCall(resolver.address, node),
    encodeEnsAvatarCall(resolver.address, node),
    encodeEnsDefaultAddressCall(resolver.address, node),
  ]
  const questions = resolver.isExtended ? direct.map((question) => encodeExtendedResolveCall(name, question)) : direct
  if (!questions.every((question) => question !== null)) return null
  const { block, results } = await chain.read(questions)
  const end = AbortSignal.timeout(gatewayTimeoutMs)
  const follow = async (index: 0 | 1): Promise<ContractCallResult | undefined> => {
    const answer = await followOffchainLookups(chain, block.number, [questions[index], results[index]], allowed, end)
    return resolver.isExtended ? decodeExtendedResolveResult(answer) : answer
  }
  // A lookup for the default address is not followed, so that a name needs no more requests.
  const fallback = resolver.isExtended ? decodeExtendedResolveResult(results[2]) : results[2]
  if (decodeEnsOwner(await follow(0), fallback) !== address.toLowerCase()) return null
  return { avatar: decodeStringCallResult(await follow(1)) }
}

/** A parent name's resolver is used only if it supports wildcard resolution (ENSIP-10). */
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

/** Follows lookups as described in ERC-3668 §Client Lookup Protocol. */
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
    // Otherwise, this server would send requests on behalf of another contract.
    if (lookup === null || lookup.sender !== asked?.to) return undefined
    const response = await gateways.fetchData(lookup, hosts, end)
    if (response === null) return undefined
    asked = encodeCcipCallbackCall(lookup, response)
    said = (await chain.read([asked], { notBefore })).results[0]
  }
  return said
}
