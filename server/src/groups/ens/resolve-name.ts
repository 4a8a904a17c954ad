// The forward look of a name where its chain has gateways: its resolver, or that of a name above it (ENSIP-10), which may send this server
// to a gateway that the operator allows (ERC-3668). Without gateways `read-name.ts` asks the registry for the name alone, and follows nothing.
import type { Answer, ChainReader, Hex, Question } from '@countersign/proof/chain-reader'
import type { Gateways } from './gateways.ts'
import { namehash } from './namehash.ts'
import { askCallback, readLookup } from './offchain-lookup.ts'
import { addressIn, askAddress, askAvatar, askResolver, textIn } from './resolver-calls.ts'
import { askExtended, isExtended, listAncestors, throughResolve, unwrap } from './wildcard.ts'

/** The way out that the operator allows for names of one chain. */
export interface AllowedGateways {
  gateways: Gateways
  /** Exactly these hosts. */
  hosts: readonly string[]
}

/** How long the gateways of one name may take together. */
const gatewaysMs = 10_000

/** How often one answer may send on: once for what the resolver does not know, and once for what the first server does not. */
const mostLookups = 2

/**
 * @returns the avatar of a name that leads to the address; null where it does not lead there
 * @throws ChainUnavailable, GatewayUnavailable
 */
export async function resolveName(
  chain: ChainReader,
  registry: Hex,
  { name, address }: { name: string; address: string },
  allowed: AllowedGateways,
): Promise<{ avatar: string | null } | null> {
  const resolver = await findResolver(chain, registry, name)
  if (resolver === null) return null
  const node = namehash(name)
  const direct = [askAddress(resolver.address, node), askAvatar(resolver.address, node)]
  const questions = resolver.isExtended ? direct.map((question) => throughResolve(name, question)) : direct
  if (!questions.every((question) => question !== null)) return null
  const { block, answers } = await chain.read(questions)
  const end = AbortSignal.timeout(gatewaysMs)
  const follow = async (index: 0 | 1): Promise<Answer | undefined> => {
    const answer = await followLookups(chain, block.number, [questions[index], answers[index]], allowed, end)
    return resolver.isExtended ? unwrap(answer) : answer
  }
  // One after the other: nobody is asked for the picture of a name that is somebody else's.
  if (addressIn(await follow(0)) !== address.toLowerCase()) return null
  return { avatar: textIn(await follow(1)) }
}

/** ENSIP-10: the resolver of the name, or else the first one above it, which then has to be one for everything below. */
async function findResolver(
  chain: ChainReader,
  registry: Hex,
  name: string,
): Promise<{ address: Hex; isExtended: boolean } | null> {
  const ancestors = listAncestors(name)
  const { answers } = await chain.read(ancestors.map((one) => askResolver(registry, namehash(one))))
  const resolvers = answers.map(addressIn)
  const place = resolvers.findIndex((resolver) => resolver !== null)
  const address = resolvers[place]
  if (address === undefined || address === null) return null
  const asked = await chain.read([askExtended(address)])
  const extended = isExtended(asked.answers[0])
  return place === 0 || extended ? { address, isExtended: extended } : null
}

/** ERC-3668 §Client Lookup Protocol. @returns the answer of the contract once it no longer sends on, or that it failed */
async function followLookups(
  chain: ChainReader,
  notBefore: string,
  [question, answer]: [Question | undefined, Answer | undefined],
  { gateways, hosts }: AllowedGateways,
  end: AbortSignal,
): Promise<Answer | undefined> {
  let [asked, said] = [question, answer]
  for (let count = 0; count < mostLookups; count += 1) {
    if (said?.outcome !== 'failed' || said.lookup === undefined) return said
    const lookup = readLookup(said.lookup)
    // A contract that passes on what another one said would have this server ask in a stranger's name.
    if (lookup === null || lookup.sender !== asked?.to) return undefined
    const response = await gateways.ask(lookup, hosts, end)
    if (response === null) return undefined
    asked = askCallback(lookup, response)
    said = (await chain.read([asked], { notBefore })).answers[0]
  }
  return said
}
