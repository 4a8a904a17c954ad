// A contract that breaks a read must neither look like a chain outage nor affect others.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, ChainBlock } from '@countersign/proof/chain-reader'
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { bisectFailingChainReads, maxFailedChainReads } from '../../chains/reader/bisect-failing-chain-reads.ts'
import { readSmartContractsBestEffort } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { BestEffortSmartContractReading } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import type { ConfiguredChain } from '../../platform/chain-settings.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'

export type ContractWalletProofStatus =
  | { status: 'valid' }
  | { status: 'refused'; block: ChainBlock }
  | { status: 'unavailable' }
  | { status: 'not-checked' }

/** Limit for one request to a node (reader/encode-and-decode-multicall.ts). */
const maxCallsPerRead = 100

/** Worst case: one check of the chain first, and one after each failed read. */
export const computeMaxChainReadsPerRound = (sessions: number): number =>
  Math.ceil(sessions / maxCallsPerRead) + 2 + 2 * maxFailedChainReads

/** Sessions are grouped, because a contract that breaks a read breaks it for all its sessions. */
interface CheckedWallet {
  id: string
  sessions: SessionClaimedForRecheck[]
}

export interface ContractWalletProofChecker {
  checkSessions: (
    sessions: readonly SessionClaimedForRecheck[],
  ) => Promise<Map<SessionClaimedForRecheck, ContractWalletProofStatus>>
  /** Null if the chain was read, undefined if no read was tried. */
  getChainError: () => string | null | undefined
  hasRemainingSessions: () => boolean
}

interface ContractProofCheckerOptions {
  suspects: ChainReadFailureHistory
  isStopping: () => boolean
  now: number
}

/** @param chain undefined if it is no longer configured */
export function createContractWalletProofChecker(
  chain: ConfiguredChain | undefined,
  { suspects, isStopping, now }: ContractProofCheckerOptions,
): ContractWalletProofChecker {
  let fault: string | null = chain === undefined ? 'not configured' : null
  let wasRead = false
  let leavesSome = false

  const read = async (
    sessions: readonly SessionClaimedForRecheck[],
  ): Promise<BestEffortSmartContractReading | null> => {
    try {
      const reading = await readSmartContractsBestEffort(
        chain as ConfiguredChain,
        sessions.map(({ message, signature, address }) => encodeIsValidSignatureCall(message, signature, address)),
      )
      wasRead = true
      return reading
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      if (sessions.length === 0) fault = error.reason
      return null
    }
  }

  /** Reads only the newest block; if that fails, the chain is not read again in this round. */
  const isThere = async (): Promise<boolean> => (await read([])) !== null

  const checkSessions = async (
    sessions: readonly SessionClaimedForRecheck[],
  ): Promise<Map<SessionClaimedForRecheck, ContractWalletProofStatus>> => {
    const said = new Map<SessionClaimedForRecheck, ContractWalletProofStatus>()
    const sayAll = (some: readonly SessionClaimedForRecheck[], one: ContractWalletProofStatus): void =>
      some.forEach((session) => said.set(session, one))
    const askWallets = async (wallets: readonly CheckedWallet[]): Promise<readonly CheckedWallet[]> => {
      const part = wallets.flatMap((wallet) => wallet.sessions)
      const reading = await read(part)
      if (reading === null) {
        await isThere()
        return wallets
      }
      for (const [index, session] of part.entries()) {
        const answer = reading.results[index]
        if (answer != null) said.set(session, toContractProofStatus(session, reading, answer, chain as ConfiguredChain))
      }
      return wallets.filter((wallet) => wallet.sessions.some((session) => !said.has(session)))
    }
    // Sessions whose contract was unreachable are read separately: the contract may break the read.
    const { known = [], doubtful = [] } = Object.groupBy(sessions, ({ contract_unreachable_since }) =>
      contract_unreachable_since === null ? 'known' : 'doubtful',
    )
    if (doubtful.length > 0 && fault === null && !isStopping()) await isThere()
    const canContinue = (): boolean => fault === null && !isStopping()
    const { failed, unread } = await bisectFailingChainReads([groupByWallet(known), groupByWallet(doubtful)], {
      suspects,
      now,
      idOf: ({ id }) => id,
      countFitting: countFittingWallets,
      readItems: askWallets,
      canContinue,
    })
    const unsaid = (wallets: readonly CheckedWallet[]): SessionClaimedForRecheck[] =>
      wallets.flatMap((wallet) => wallet.sessions).filter((session) => !said.has(session))
    sayAll(unsaid(failed), { status: 'unavailable' })
    leavesSome ||= unread.length > 0 && fault === null
    // A repeatedly skipped session counts as unavailable, so that its time limit applies.
    for (const session of unsaid(unread))
      said.set(session, {
        status:
          fault !== null || (session.contract_unreachable_since !== null && !isStopping())
            ? 'unavailable'
            : 'not-checked',
      })
    return said
  }

  return {
    checkSessions,
    getChainError: () => fault ?? (wasRead ? null : undefined),
    hasRemainingSessions: () => leavesSome,
  }
}

/** A wallet with more sessions than fit into a read continues in the next one. */
function groupByWallet(sessions: readonly SessionClaimedForRecheck[]): CheckedWallet[] {
  const wallets: CheckedWallet[] = []
  let room = maxCallsPerRead
  for (const [id, ofWallet] of Map.groupBy(sessions, ({ walletId }) => walletId)) {
    for (let from = 0; from < ofWallet.length;) {
      const some = ofWallet.slice(from, from + room)
      wallets.push({ id, sessions: some })
      from += some.length
      room = room === some.length ? maxCallsPerRead : room - some.length
    }
  }
  return wallets
}

function countFittingWallets(wallets: readonly CheckedWallet[]): number {
  let questions = 0
  const tooMany = wallets.findIndex(({ sessions }) => (questions += sessions.length) > maxCallsPerRead)
  return tooMany === -1 ? wallets.length : tooMany
}

function toContractProofStatus(
  { method, minimumBlock }: SessionClaimedForRecheck,
  { block }: BestEffortSmartContractReading,
  answer: ContractCallResult,
  { settings }: ConfiguredChain,
): ContractWalletProofStatus {
  // The node is behind the proof's block (THREATS S9).
  if (BigInt(block.number) < BigInt(minimumBlock)) return { status: 'unavailable' }
  // An undeployed wallet cannot have changed owners (ERC-6492).
  const stands = answer.outcome === 'no-code' ? method === 'erc6492' : isErc1271CallAccepted(answer, settings)
  return stands ? { status: 'valid' } : { status: 'refused', block }
}
