// The name that a wallet has set for itself (ENS primary name, by reverse resolution), where it leads back to the wallet: whoever likes can
// say of themselves that they are called vitalik.eth, and only the forward look shows that the name is theirs (THREATS P7).
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

/** What was read of a wallet. */
export interface ResolvedEnsName {
  /** Null where it has none that holds. */
  name: string | null
  /** The text record of the name that says where its picture is, as it stands there: anybody's text. */
  avatar: string | null
  /** Whether no gateway of the name could be had, so that it is not known whether the name leads back. */
  isUncertain?: true
}

const noName: ResolvedEnsName = { name: null, avatar: null }

/** Of a longer one the screens would show the beginning alone, which is the name of somebody else. */
const maxNameLength = 64

/**
 * Reads the name of an address on the chain of a registry. Unless gateways are allowed no other server is asked: a name that is kept off the
 * chain (ERC-3668) or in a resolver of a name above it (ENSIP-10) is none. What an address says of itself is read on the chain alone.
 * @param registry of ENS on this chain
 * @throws ChainUnavailableError
 */
export async function reverseResolveEnsName(
  chain: ChainReader,
  registry: Hex,
  address: string,
  allowed: AllowedCcipGateways | null = null,
): Promise<ResolvedEnsName> {
  const normalize = await loadEnsNormalize()
  const ask = async (...questions: ContractCall[]): Promise<ChainReadResult['results']> =>
    (await chain.read(questions)).results

  // ENSIP-3: what the address says of itself.
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const [registered] = await ask(encodeEnsRegistryResolverCall(registry, reverse))
  // Otherwise everybody would lose their name by one wrong setting.
  if (registered?.outcome === 'no-code') throw new ChainUnavailableError('there is no registry of names at ensRegistry')
  const reverseResolver = decodeAddressCallResult(registered)
  if (reverseResolver === null) return noName
  const [claimed = null] = (await ask(encodeEnsReverseNameCall(reverseResolver, reverse))).map(decodeStringCallResult)
  if (claimed === null || !isDisplayableName(claimed, normalize)) return noName

  // ENSIP-3 again: a name that is not confirmed by its own records is not shown.
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

/** What is written like an address of Ethereum or, in bech32, of Bitcoin. Those in base58 have capitals, and no name in its normal form has any. */
const addressLikePattern = /0x[0-9a-f]{40}|\b(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{38}/

/**
 * ENSIP-15: a name that is not in its normal form is refused and not fixed, so that what is shown is what was hashed. The normal
 * form has no mixture of scripts that look alike and nothing invisible. And no name may pass for an address.
 */
function isDisplayableName(name: string, normalize: (name: string) => string): boolean {
  // Counted before anything is done with it.
  if (name.length > maxNameLength || addressLikePattern.test(name)) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** Its tables of characters are large, and a server that reads no names never needs them. */
export const loadEnsNormalize = async (): Promise<(name: string) => string> =>
  (await import('@adraffy/ens-normalize')).ens_normalize
