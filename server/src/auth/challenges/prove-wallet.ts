// Which wallet a signature proves: a plain key by the signature alone, and only where that proves nothing a contract, which its
// chain is asked about. No chain is read for an attempt that would be refused whatever it said.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { Message } from '@countersign/message'
import type { ChainReader } from '@countersign/proof/chain-reader'
import { proveContract } from '@countersign/proof/prove-contract'
import type { ContractProof } from '@countersign/proof/prove-contract'
import type { ContractProofRefusal } from '@countersign/proof/proof-refusals'
import type { Chains, ReadableChain } from '../../platform/chain-settings.ts'
import type { Caller, RateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { custodyQuestions, findBaseline, judgeCustody } from '../contract-ownership/baseline.ts'
import type { Baseline, Custody } from '../contract-ownership/baseline.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { KeyVerdict, Namespace } from '../../chains/families/namespace.ts'
import type { NewestProof, Proof } from '../../store/wallets/proofs.ts'
import { keyIdentity } from '../../store/wallets/store.ts'
import type { WalletIdentity } from '../../store/wallets/store.ts'

/** A wallet and what proves it. */
export interface ProvedWallet {
  outcome: 'proved'
  identity: WalletIdentity
  proof: Proof
  /** What became of the control over a contract since it proved itself last; null for a plain key. */
  custody: Custody | null
}

/** Why nothing is proved: what the caller is told, and what the log says. */
interface Unproved {
  outcome: 'refused'
  code: OwnErrorCode
  reason: string
  /** Of somebody's contract wallet: the block at which it said no. */
  believed?: { walletId: string; block: string }
}

export type WalletProof = ProvedWallet | Unproved

export interface ProofWorld {
  queries: Queries
  chains: Chains
  rateLimits: Pick<RateLimits, 'share'>
}

export interface SignedMessage {
  /** The text as it came in, and what it says. */
  text: string
  namespace: Namespace
  message: Message
  signature: string
  caller: Caller
  /** Whether the attempt would be refused even with a proof: then no chain is read for it. */
  isHopeless: () => Promise<boolean>
  /** Whether its owners may take their time: then an empty signature asks whether they all have approved on the chain. */
  mayBeAwaited: boolean
}

/**
 * @throws Refusal `chain.unavailable`, `signature.awaited`, both of which leave the challenge unspent; `rate.limited`
 */
export async function proveWallet(world: ProofWorld, signed: SignedMessage): Promise<WalletProof> {
  const { text, namespace, message, signature } = signed
  const byKey = await namespace.proveKey(text, signature, message.address)
  if (byKey.outcome === 'proved') {
    return {
      outcome: 'proved',
      identity: keyIdentity(namespace.name, message.address),
      proof: { message: text, signature, method: byKey.method, contract: null },
      custody: null,
    }
  }
  // Contracts that sign in are those of EVM chains.
  if (namespace.name !== 'eip155') return keyRefused(byKey)
  const chain = world.chains.get(message.chainId)
  if (chain === undefined) {
    // On a chain that is not read nobody can tell the signature of a contract's one owner from that of another key.
    const mayBeContract = isLikeContract(byKey.reason) || (byKey.reason === 'other_signer' && world.chains.size > 0)
    return mayBeContract ? unproved('chain.not_read', byKey.reason) : keyRefused(byKey)
  }
  if (await signed.isHopeless()) return keyRefused(byKey)
  const isLook = signature === '0x' && signed.mayBeAwaited
  await countAttempt(world, signed, isLook)
  const baseline = await findBaseline(world.queries, contractIdentity(chain, message))
  const byContract = await askContract(chain, signed, baseline)
  if (byContract.outcome === 'proved') return contractProved(chain, signed, baseline?.newest ?? null, byContract)
  if (isLook) throw new Refusal('signature.awaited', { privateDetail: byContract.reason })
  // Nobody is there to ask: it is as any other signature that is not the key's.
  if (byContract.reason === 'not_deployed' && !isLikeContract(byKey.reason)) return keyRefused(byKey)
  const refusal = unproved(contractRefusals[byContract.reason] ?? 'signature.refused', byContract.reason)
  return baseline !== null && byContract.block !== undefined
    ? { ...refusal, believed: { walletId: baseline.walletId, block: byContract.block.number } }
    : refusal
}

/** A look for approvals takes nobody's attempts from them: a page asks for as long as it waits. Both have paid as attempts before. */
async function countAttempt(
  { rateLimits }: ProofWorld,
  { message, caller }: SignedMessage,
  isLook: boolean,
): Promise<void> {
  if (isLook) await rateLimits.share('looks', caller, { budget: 'looksOfChallenge', key: message.nonce })
  else await rateLimits.share('contractProofs', caller)
}

async function askContract(
  chain: ReadableChain,
  { text, message, signature }: SignedMessage,
  baseline: Baseline | null,
): Promise<Exclude<ContractProof, { outcome: 'unavailable' }>> {
  const { factories, allowDelegates } = chain.settings
  const rules = { factories, allowDelegates }
  const further = custodyQuestions(message.address, baseline?.newest ?? null)
  const reader: ChainReader = {
    read: (questions, options) =>
      chain.read(questions, { ...options, ...(baseline && { notBefore: baseline.believedBlock }) }),
  }
  const proof = await proveContract(text, signature, message.address, reader, rules, further)
  if (proof.outcome === 'unavailable')
    throw new Refusal('chain.unavailable', { privateDetail: `chain ${chain.settings.id}: ${proof.reason}` })
  return proof
}

const contractIdentity = ({ settings }: ReadableChain, { address }: Message): WalletIdentity => ({
  namespace: 'eip155',
  kind: 'contract',
  chainReference: settings.id,
  address,
})

function contractProved(
  chain: ReadableChain,
  { text, message }: SignedMessage,
  baseline: NewestProof | null,
  { signature, method, block, codeHash, further }: ContractProof & { outcome: 'proved' },
): ProvedWallet {
  const custody = judgeCustody(baseline, { answers: further, codeHash }, chain.settings)
  const contract = { chainReference: chain.settings.id, block, codeHash, ownersHash: custody.ownersHash }
  return {
    outcome: 'proved',
    identity: contractIdentity(chain, message),
    proof: { message: text, signature, method, contract },
    custody,
  }
}

/** Of what a contract refuses for, what is not simply its no. */
const contractRefusals: Readonly<Partial<Record<ContractProofRefusal, OwnErrorCode>>> = {
  not_deployed: 'wallet.not_deployed',
  factory_not_allowed: 'wallet.not_deployed',
  deployment_failed: 'wallet.not_deployed',
  not_hex: 'signature.malformed',
  wrapper_malformed: 'signature.malformed',
  wrapper_nested: 'signature.malformed',
}

/** What a key's signature never looks like, and a contract's often does. */
const isLikeContract = (reason: string): boolean => reason === 'length_erc6492' || reason === 'length_contract'

const keyRefused = ({ isMalformed, reason }: KeyVerdict & { outcome: 'refused' }): Unproved =>
  unproved(isMalformed ? 'signature.malformed' : 'signature.refused', reason)

const unproved = (code: OwnErrorCode, reason: string): Unproved => ({ outcome: 'refused', code, reason })
