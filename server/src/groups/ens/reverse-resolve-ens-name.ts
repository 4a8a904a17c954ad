// Anyone can claim any name, so it must resolve back to the address (ENSIP-3, THREATS P7).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainReader, Hex, ContractCall, ChainReadResult } from '@countersign/proof/chain-reader'
import { CcipGatewayUnavailableError } from './ccip-gateway-client.ts'
import { namehash } from './namehash.ts'
import { forwardResolveEnsName } from './forward-resolve-ens-name.ts'
import type { AllowedCcipGateways } from './forward-resolve-ens-name.ts'
import {
  decodeAddressCallResult,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsReverseNameCall,
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
  const normalize = await loadEnsNormalize()
  const ask = async (...questions: ContractCall[]): Promise<ChainReadResult['results']> =>
    (await chain.read(questions)).results

  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const [registered] = await ask(encodeEnsRegistryResolverCall(registry, reverse))
  // If this were treated as "no name", one wrong setting would delete the names of all wallets.
  if (registered?.outcome === 'no-code')
    throw new ChainUnavailableError('no ENS registry contract at the address in ensRegistry')
  const reverseResolver = decodeAddressCallResult(registered)
  if (reverseResolver === null) return noName
  const [claimed = null] = (await ask(encodeEnsReverseNameCall(reverseResolver, reverse))).map(decodeStringCallResult)
  if (claimed === null || !isDisplayableName(claimed, normalize)) return noName

  if (allowed !== null) return confirmForwardResolution(chain, registry, { name: claimed, address }, allowed)
  const node = namehash(claimed)
  const [resolver = null] = (await ask(encodeEnsRegistryResolverCall(registry, node))).map(decodeAddressCallResult)
  if (resolver === null) return noName
  const [owner, avatar] = await ask(encodeEnsAddressCall(resolver, node), encodeEnsAvatarCall(resolver, node))
  return decodeAddressCallResult(owner) === address.toLowerCase()
    ? { name: claimed, avatar: decodeStringCallResult(avatar) }
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
