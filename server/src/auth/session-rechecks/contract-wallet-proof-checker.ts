// Asks the contracts of one chain about many sessions, in as few readings as it takes. What cannot be read says nothing about a
// wallet; and one contract that makes a whole reading fail must not pass for a chain that is down, nor take others with it.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, ChainBlock } from '@countersign/proof/chain-reader'
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { bisectFailingChainReads, maxFailedChainReads } from '../../chains/reader/bisect-failing-chain-reads.ts'
import { readSmartContractsBestEffort } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { BestEffortSmartContractReading } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import type { ConfiguredChain } from '../../platform/chain-settings.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'

/** What a contract says of a session. */
export type ContractWalletProofStatus =
  | { status: 'valid' }
  | { status: 'refused'; block: ChainBlock }
  /** It could not be asked. */
  | { status: 'unavailable' }
  /** It was not asked yet, because this server stops, or because others took the time. */
  | { status: 'not-checked' }

/** So many fit into one request to a node (reader/encode-and-decode-multicall.ts). */
const maxCallsPerRead = 100

/** So many readings of sessions that are asked about together can take their whole time: each that fails is followed by a look whether
 * the chain is there, before which stands one more. */
export const computeMaxChainReadsPerRound = (sessions: number): number =>
  Math.ceil(sessions / maxCallsPerRead) + 2 + 2 * maxFailedChainReads

/** A wallet, with sessions of it that are asked about: a contract that makes a reading fail does so for each of them. */
interface CheckedWallet {
  id: string
  sessions: SessionClaimedForRecheck[]
}

/** One chain during one round. */
export interface ContractWalletProofChecker {
  checkSessions: (
    sessions: readonly SessionClaimedForRecheck[],
  ) => Promise<Map<SessionClaimedForRecheck, ContractWalletProofStatus>>
  /** Why the chain cannot be read; null where it could be, undefined where nobody tried. */
  getChainError: () => string | null | undefined
  /** Whether some were left for the next round. */
  hasRemainingSessions: () => boolean
}

interface ContractProofCheckerOptions {
  /** Wallets that are known to make readings fail. */
  suspects: ChainReadFailureHistory
  /** No further reading begins then. */
  isStopping: () => boolean
  now: number
}

/** @param chain undefined where the operator no longer has it read */
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

  /** Whether the chain has a newest block to tell of: once it has none, it is not asked again in this round. */
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
    // Those that could not be asked before are asked by themselves: among them may be what makes a reading fail.
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
    // Who could not be asked before and was left again still could not be asked: that ends after its time.
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

/** A wallet that has more sessions than there is room for in a reading is there once more in the next. */
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

/** How many of these wallets have no more sessions than fit into one reading. */
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
  // A node that has fallen behind the proof knows nothing of the wallet that made it (THREATS S9).
  if (BigInt(block.number) < BigInt(minimumBlock)) return { status: 'unavailable' }
  // Whoever is not deployed yet cannot have changed its owners (ERC-6492); a contract that was there and is gone stands behind nothing.
  const stands = answer.outcome === 'no-code' ? method === 'erc6492' : isErc1271CallAccepted(answer, settings)
  return stands ? { status: 'valid' } : { status: 'refused', block }
}
