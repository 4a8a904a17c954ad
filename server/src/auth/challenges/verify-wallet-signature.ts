// Verifies a wallet's signature: first as made by an ordinary key, then by the contract on its chain.
import type { ApiErrorCode } from '@countersign/api/error-catalog'
import type { SignInMessage } from '@countersign/message'
import type { ChainReader } from '@countersign/proof/chain-reader'
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import type { ContractVerificationResult } from '@countersign/proof/verify-contract-signature'
import type { ContractVerificationErrorCode } from '@countersign/proof/ethereum-verification-errors'
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'
import type { RateLimitCaller, RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  buildContractOwnershipCalls,
  findContractWalletOwnershipBaseline,
  compareContractOwnership,
} from '../contract-ownership/compare-contract-wallet-ownership.ts'
import type {
  ContractWalletOwnershipBaseline,
  ContractOwnershipStatus,
} from '../contract-ownership/compare-contract-wallet-ownership.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletKeySignatureResult, ChainFamily } from '../../chains/families/chain-family.ts'
import type { NewestContractWalletProof, StoredWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { createNonContractWalletIdentity } from '../../store/wallets/wallet-store.ts'
import { findOtherChainsWithContract } from './find-chains-with-contract.ts'
import type { ChainIdAndName } from './find-chains-with-contract.ts'
import type { WalletIdentityFields } from '../../store/wallets/wallet-store.ts'

export interface VerifiedWallet {
  outcome: 'verified'
  identity: WalletIdentityFields
  proof: StoredWalletProof
  /** Null for an ordinary key. */
  ownership: ContractOwnershipStatus | null
  /** Whether a contract responded for a key that delegates to it (EIP-7702). */
  isDelegate: boolean
}

interface UnverifiedWallet {
  outcome: 'refused'
  code: ApiErrorCode
  reason: string
  /** For a known contract wallet: the block at which it rejected the signature. */
  latestBlock?: { walletId: string; block: string }
  /** The chains on which the contract wallet is deployed, if it is not deployed on its own. */
  chains?: ChainIdAndName[]
}

export type WalletVerificationResult = VerifiedWallet | UnverifiedWallet

export interface WalletVerificationContext {
  queries: DatabaseQueryBuilder
  chains: ConfiguredChains
  rateLimiter: Pick<RateLimiter, 'consumeSharedBudget'>
}

export interface SignedWalletMessage {
  text: string
  namespace: ChainFamily
  message: SignInMessage
  signature: string
  caller: RateLimitCaller
  /** Whether the attempt is refused even with a valid signature; then no chain is read. */
  isRefusedAnyway: () => Promise<boolean>
  /** Whether the owners may approve later; the signature `0x` then asks for their approvals. */
  canBePending: boolean
}

/** @throws ApiError `rate.limited`, `chain.unavailable` or `signature.pending` */
export async function verifyWalletSignature(
  context: WalletVerificationContext,
  signed: SignedWalletMessage,
): Promise<WalletVerificationResult> {
  const { text, namespace, message, signature } = signed
  const byKey = await namespace.verifyKeySignature(text, signature, message.address)
  if (byKey.outcome === 'verified') {
    return {
      outcome: 'verified',
      identity: createNonContractWalletIdentity(namespace.name, message.address),
      proof: { message: text, signature, method: byKey.method, contract: null },
      ownership: null,
      isDelegate: false,
    }
  }
  if (namespace.name !== 'eip155') return refuseKeySignature(byKey)
  const chain = context.chains.get(message.chainId)
  if (chain === undefined) {
    // Without a chain read, a sole contract owner's signature looks like one by a wrong key.
    const mayBeContract =
      looksLikeContractSignature(byKey.reason) || (byKey.reason === 'other_signer' && context.chains.size > 0)
    return mayBeContract ? createUnverifiedWallet('chain.not_supported', byKey.reason) : refuseKeySignature(byKey)
  }
  if (await signed.isRefusedAnyway()) return refuseKeySignature(byKey)
  const isApprovalCheck = signature === '0x' && signed.canBePending
  await chargeContractRateLimits(context, signed, isApprovalCheck)
  const baseline = await findContractWalletOwnershipBaseline(
    context.queries,
    createContractWalletIdentity(chain, message),
  )
  const byContract = await queryContract(chain, signed, baseline)
  if (byContract.outcome === 'verified')
    return createVerifiedContractWallet(chain, signed, baseline?.newestProof ?? null, byContract)
  if (isApprovalCheck) throw new ApiError('signature.pending', { privateDetail: byContract.reason })
  // The signature of a contract with one owner looks like one by a wrong key.
  const otherChains = isNotDeployed(byContract.reason)
    ? await findOtherChainsWithContract(context.chains, {
        address: message.address,
        exceptChainId: message.chainId,
        tryChargeRead: () => tryChargeChainRead(context, signed),
      })
    : []
  // No contract is deployed, so this is an ordinary invalid key signature.
  if (byContract.reason === 'not_deployed' && otherChains.length === 0 && !looksLikeContractSignature(byKey.reason))
    return refuseKeySignature(byKey)
  const refusal =
    otherChains.length > 0
      ? { ...createUnverifiedWallet('wallet.on_other_chain', byContract.reason), chains: otherChains }
      : createUnverifiedWallet(contractErrorCodes[byContract.reason] ?? 'signature.refused', byContract.reason)
  return baseline !== null && byContract.block !== undefined
    ? { ...refusal, latestBlock: { walletId: baseline.walletId, block: byContract.block.number } }
    : refusal
}

/** Approval checks have their own budget, because the page polls. */
async function chargeContractRateLimits(
  { rateLimiter }: WalletVerificationContext,
  { message, caller }: SignedWalletMessage,
  isApprovalCheck: boolean,
): Promise<void> {
  if (isApprovalCheck)
    await rateLimiter.consumeSharedBudget('looks', caller, { budget: 'looksOfChallenge', key: message.nonce })
  else await rateLimiter.consumeSharedBudget('contractProofs', caller)
}

async function tryChargeChainRead(
  { rateLimiter }: WalletVerificationContext,
  { caller }: SignedWalletMessage,
): Promise<boolean> {
  try {
    await rateLimiter.consumeSharedBudget('contractProofs', caller)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate.limited') return false
    throw error
  }
}

async function queryContract(
  chain: ConfiguredChain,
  { text, message, signature }: SignedWalletMessage,
  baseline: ContractWalletOwnershipBaseline | null,
): Promise<Exclude<ContractVerificationResult, { outcome: 'unavailable' }>> {
  const { factories, allowDelegates } = chain.settings
  const rules = { factories, allowDelegates }
  const ownershipQueries = buildContractOwnershipCalls(message.address, baseline?.newestProof ?? null)
  const reader: ChainReader = {
    read: (questions, options) =>
      chain.read(questions, { ...options, ...(baseline && { notBefore: baseline.verifiedBlock }) }),
  }
  const proof = await verifyContractSignature(text, signature, message.address, reader, rules, ownershipQueries)
  if (proof.outcome === 'unavailable')
    throw new ApiError('chain.unavailable', { privateDetail: `chain ${chain.settings.id}: ${proof.reason}` })
  return proof
}

const createContractWalletIdentity = (
  { settings }: ConfiguredChain,
  { address }: SignInMessage,
): WalletIdentityFields => ({
  namespace: 'eip155',
  kind: 'contract',
  chainReference: settings.id,
  address,
})

function createVerifiedContractWallet(
  chain: ConfiguredChain,
  { text, message }: SignedWalletMessage,
  baseline: NewestContractWalletProof | null,
  {
    signature,
    method,
    block,
    codeHash,
    delegate,
    extraResults: ownershipQueries,
  }: ContractVerificationResult & { outcome: 'verified' },
): VerifiedWallet {
  const ownership = compareContractOwnership(baseline, { answers: ownershipQueries, codeHash }, chain.settings)
  const contract = { chainReference: chain.settings.id, block, codeHash, ownersHash: ownership.ownersHash }
  return {
    outcome: 'verified',
    identity: createContractWalletIdentity(chain, message),
    proof: { message: text, signature, method, contract },
    ownership,
    isDelegate: delegate !== null,
  }
}

const contractErrorCodes: Readonly<Partial<Record<ContractVerificationErrorCode, ApiErrorCode>>> = {
  not_deployed: 'wallet.not_deployed',
  factory_not_allowed: 'wallet.not_deployed',
  deployment_failed: 'wallet.not_deployed',
  not_hex: 'signature.malformed',
  wrapper_malformed: 'signature.malformed',
  wrapper_nested: 'signature.malformed',
}

const isNotDeployed = (reason: ContractVerificationErrorCode): boolean =>
  contractErrorCodes[reason] === 'wallet.not_deployed'

const looksLikeContractSignature = (reason: string): boolean =>
  reason === 'length_erc6492' || reason === 'length_contract'

const refuseKeySignature = ({
  isMalformed,
  reason,
}: WalletKeySignatureResult & { outcome: 'refused' }): UnverifiedWallet =>
  createUnverifiedWallet(isMalformed ? 'signature.malformed' : 'signature.refused', reason)

const createUnverifiedWallet = (code: ApiErrorCode, reason: string): UnverifiedWallet => ({
  outcome: 'refused',
  code,
  reason,
})
