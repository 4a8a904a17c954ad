// Anyone can claim any name, so it must resolve back to the address (ENSIP-19, THREATS P7).
import type { ChainReader, Hex } from '@countersign/proof/chain-reader'
import { CcipGatewayUnavailableError } from './ccip-gateway-client.ts'
import { namehash } from './namehash.ts'
import { forwardResolveEnsName } from './forward-resolve-ens-name.ts'
import type { AllowedCcipGateways } from './forward-resolve-ens-name.ts'
import { readClaimedEnsName } from './read-claimed-ens-name.ts'
import {
  decodeAddressCallResult,
  decodeEnsOwner,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsDefaultAddressCall,
  encodeEnsRegistryResolverCall,
  decodeStringCallResult,
} from './ens-resolver-calls.ts'

export interface ResolvedEnsName {
  /** Null if the address has no valid name. */
  name: string | null
  avatar: string | null
  /** Set if no gateway was available, so that it is unknown whether the name resolves back. */
  isUncertain?: true
}

const noName: ResolvedEnsName = { name: null, avatar: null }

/** A longer name would be truncated, and could then look like someone else's. */
const maxNameLength = 64

/** If `allowed` is null, offchain (ERC-3668) and wildcard (ENSIP-10) names are ignored. */
export async function reverseResolveEnsName(
  chain: ChainReader,
  registry: Hex,
  address: string,
  allowed: AllowedCcipGateways | null = null,
): Promise<ResolvedEnsName> {
  const claimed = await readClaimedEnsName(chain, registry, address)
  if (claimed === null || !isDisplayableName(claimed, await loadEnsNormalize())) return noName

  if (allowed !== null) return confirmForwardResolution(chain, registry, { name: claimed, address }, allowed)
  const node = namehash(claimed)
  const [registered] = (await chain.read([encodeEnsRegistryResolverCall(registry, node)])).results
  const resolver = decodeAddressCallResult(registered)
  if (resolver === null) return noName
  const { results } = await chain.read([
    encodeEnsAddressCall(resolver, node),
    encodeEnsDefaultAddressCall(resolver, node),
    encodeEnsAvatarCall(resolver, node),
  ])
  return decodeEnsOwner(results[0], results[1]) === address.toLowerCase()
    ? { name: claimed, avatar: decodeStringCallResult(results[2]) }
    : noName
}

async function confirmForwardResolution(
  chain: ChainReader,
  registry: Hex,
  claim: { name: string; address: string },
  allowed: AllowedCcipGateways,
): Promise<ResolvedEnsName> {
  try {
    const found = await forwardResolveEnsName(chain, registry, claim, allowed)
    return found === null ? noName : { name: claim.name, avatar: found.avatar }
  } catch (error) {
    if (!(error instanceof CcipGatewayUnavailableError)) throw error
    return { name: claim.name, avatar: null, isUncertain: true }
  }
}

/** Base58 addresses need no pattern, because normalized names contain no capitals. */
const addressLikePattern = /0x[0-9a-f]{40}|\b(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{38}/

/** Normalized names contain no lookalike or invisible characters (ENSIP-15). */
function isDisplayableName(name: string, normalize: (name: string) => string): boolean {
  if (name.length > maxNameLength || addressLikePattern.test(name)) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** Loaded on demand, because the tables are large and many servers read no names. */
export const loadEnsNormalize = async (): Promise<(name: string) => string> =>
  (await import('@adraffy/ens-normalize')).ens_normalize
