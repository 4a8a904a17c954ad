// Reads the name that an address claims. It proves nothing until it resolves back to the address.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainReader, ContractCall, ContractCallResult, Hex } from '@countersign/proof/chain-reader'
import { namehash } from './namehash.ts'
import {
  decodeAddressCallResult,
  decodeStringCallResult,
  encodeEnsRegistryResolverCall,
  encodeEnsReverseNameCall,
} from './ens-resolver-calls.ts'
import {
  decodeExtendedResolveResult,
  encodeExtendedResolveCall,
  encodeSupportsExtendedResolverCall,
  isExtendedEnsResolver,
  listEnsNameAndAncestors,
} from './ens-wildcard-resolution.ts'

/** Null if the address claims neither a name on Ethereum nor a default name (ENSIP-19). */
export async function readClaimedEnsName(chain: ChainReader, registry: Hex, address: string): Promise<string | null> {
  const digits = address.slice(2).toLowerCase()
  const reverseNames = [`${digits}.addr.reverse`, `${digits}.default.reverse`]
  const nodes = [...new Set(reverseNames.flatMap(listEnsNameAndAncestors))]
  const registered = await chain.read(nodes.map((name) => encodeEnsRegistryResolverCall(registry, namehash(name))))
  // If this were treated as "no name", one wrong setting would delete the names of all wallets.
  if (registered.results[0]?.outcome === 'no-code')
    throw new ChainUnavailableError('no ENS registry contract at the address in ensRegistry')
  const resolvers = new Map(nodes.map((name, index) => [name, decodeAddressCallResult(registered.results[index])]))
  const lookups = reverseNames.flatMap((name) => createReverseNameLookup(name, resolvers) ?? [])
  if (lookups.length === 0) return null
  const { results } = await chain.read(lookups.flatMap(({ calls }) => calls))
  let start = 0
  const claims = lookups.map(({ calls, decode }) => decode(results.slice(start, (start += calls.length))))
  return claims.find((claim) => claim !== null) ?? null
}

interface ReverseNameLookup {
  calls: ContractCall[]
  decode: (results: readonly ContractCallResult[]) => string | null
}

/** Default names are not in the registry: the resolver of a parent resolves them (ENSIP-10). */
function createReverseNameLookup(name: string, resolvers: ReadonlyMap<string, Hex | null>): ReverseNameLookup | null {
  const place = listEnsNameAndAncestors(name).find((one) => resolvers.get(one) != null)
  const resolver = place === undefined ? null : resolvers.get(place)
  if (resolver == null) return null
  const call = encodeEnsReverseNameCall(resolver, namehash(name))
  if (place === name) return { calls: [call], decode: ([result]) => decodeStringCallResult(result) }
  const wildcardCall = encodeExtendedResolveCall(name, call)
  return (
    wildcardCall && {
      calls: [wildcardCall, encodeSupportsExtendedResolverCall(resolver)],
      decode: ([result, support]) =>
        isExtendedEnsResolver(support) ? decodeStringCallResult(decodeExtendedResolveResult(result)) : null,
    }
  )
}
