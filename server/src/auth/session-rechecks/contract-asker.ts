// Asks the contracts of one chain about many sessions, in as few readings as it takes. What cannot be read says nothing about a
// wallet; and one contract that makes a whole reading fail must not pass for a chain that is down, nor take others with it.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block } from '@countersign/proof/chain-reader'
import { accepts, questionOf } from '@countersign/proof/prove-contract'
import { askApart, mostFailedReadings } from '../../chains/reader/ask-apart.ts'
import { readMost } from '../../chains/reader/read-most.ts'
import type { MostlyRead } from '../../chains/reader/read-most.ts'
import type { Suspects } from '../../chains/reader/suspects.ts'
import type { ReadableChain } from '../../platform/chain-settings.ts'
import type { ClaimedSession } from '../../store/sessions/contract-checks.ts'

/** What a contract says of a session. */
export type Said =
  | { said: 'stands' }
  | { said: 'refused'; block: Block }
  /** It could not be asked. */
  | { said: 'unavailable' }
  /** It was not asked yet, because this server stops, or because others took the time. */
  | { said: 'unasked' }

/** So many fit into one request to a node (reader/multicall.ts). */
const questionsPerReading = 100

/** So many readings of sessions that are asked about together can take their whole time: each that fails is followed by a look whether
 * the chain is there, before which stands one more. */
export const mostReadings = (sessions: number): number =>
  Math.ceil(sessions / questionsPerReading) + 2 + 2 * mostFailedReadings

/** A wallet, with sessions of it that are asked about: a contract that makes a reading fail does so for each of them. */
interface AskedWallet {
  id: string
  sessions: ClaimedSession[]
}

/** One chain during one round. */
export interface ContractAsker {
  ask: (sessions: readonly ClaimedSession[]) => Promise<Map<ClaimedSession, Said>>
  /** Why the chain cannot be read; null where it could be, undefined where nobody tried. */
  fault: () => string | null | undefined
  /** Whether some were left for the next round. */
  leavesSome: () => boolean
}

interface ContractAskerOptions {
  /** Wallets that are known to make readings fail. */
  suspects: Suspects
  /** No further reading begins then. */
  isStopping: () => boolean
  now: number
}

/** @param chain undefined where the operator no longer has it read */
export function createContractAsker(
  chain: ReadableChain | undefined,
  { suspects, isStopping, now }: ContractAskerOptions,
): ContractAsker {
  let fault: string | null = chain === undefined ? 'not configured' : null
  let wasRead = false
  let leavesSome = false

  const read = async (sessions: readonly ClaimedSession[]): Promise<MostlyRead | null> => {
    try {
      const reading = await readMost(
        chain as ReadableChain,
        sessions.map(({ message, signature, address }) => questionOf(message, signature, address)),
      )
      wasRead = true
      return reading
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      if (sessions.length === 0) fault = error.reason
      return null
    }
  }

  /** Whether the chain has a newest block to tell of: once it has none, it is not asked again in this round. */
  const isThere = async (): Promise<boolean> => (await read([])) !== null

  const ask = async (sessions: readonly ClaimedSession[]): Promise<Map<ClaimedSession, Said>> => {
    const said = new Map<ClaimedSession, Said>()
    const sayAll = (some: readonly ClaimedSession[], one: Said): void =>
      some.forEach((session) => said.set(session, one))
    const askWallets = async (wallets: readonly AskedWallet[]): Promise<readonly AskedWallet[]> => {
      const part = wallets.flatMap((wallet) => wallet.sessions)
      const reading = await read(part)
      if (reading === null) {
        await isThere()
        return wallets
      }
      for (const [index, session] of part.entries()) {
        const answer = reading.answers[index]
        if (answer != null) said.set(session, decideSession(session, reading, answer, chain as ReadableChain))
      }
      return wallets.filter((wallet) => wallet.sessions.some((session) => !said.has(session)))
    }
    // Those that could not be asked before are asked by themselves: among them may be what makes a reading fail.
    const { known = [], doubtful = [] } = Object.groupBy(sessions, ({ contract_unreachable_since }) =>
      contract_unreachable_since === null ? 'known' : 'doubtful',
    )
    if (doubtful.length > 0 && fault === null && !isStopping()) await isThere()
    const goesOn = (): boolean => fault === null && !isStopping()
    const { failed, left } = await askApart([walletsOf(known), walletsOf(doubtful)], {
      suspects,
      now,
      idOf: ({ id }) => id,
      fit,
      ask: askWallets,
      goesOn,
    })
    const unsaid = (wallets: readonly AskedWallet[]): ClaimedSession[] =>
      wallets.flatMap((wallet) => wallet.sessions).filter((session) => !said.has(session))
    sayAll(unsaid(failed), { said: 'unavailable' })
    leavesSome ||= left.length > 0 && fault === null
    // Who could not be asked before and was left again still could not be asked: that ends after its time.
    for (const session of unsaid(left))
      said.set(session, {
        said:
          fault !== null || (session.contract_unreachable_since !== null && !isStopping()) ? 'unavailable' : 'unasked',
      })
    return said
  }

  return { ask, fault: () => fault ?? (wasRead ? null : undefined), leavesSome: () => leavesSome }
}

/** A wallet that has more sessions than there is room for in a reading is there once more in the next. */
function walletsOf(sessions: readonly ClaimedSession[]): AskedWallet[] {
  const wallets: AskedWallet[] = []
  let room = questionsPerReading
  for (const [id, ofWallet] of Map.groupBy(sessions, ({ walletId }) => walletId)) {
    for (let from = 0; from < ofWallet.length;) {
      const some = ofWallet.slice(from, from + room)
      wallets.push({ id, sessions: some })
      from += some.length
      room = room === some.length ? questionsPerReading : room - some.length
    }
  }
  return wallets
}

/** How many of these wallets have no more sessions than fit into one reading. */
function fit(wallets: readonly AskedWallet[]): number {
  let questions = 0
  const tooMany = wallets.findIndex(({ sessions }) => (questions += sessions.length) > questionsPerReading)
  return tooMany === -1 ? wallets.length : tooMany
}

function decideSession(
  { method, provedAt }: ClaimedSession,
  { block }: MostlyRead,
  answer: Answer,
  { settings }: ReadableChain,
): Said {
  // A node that has fallen behind the proof knows nothing of the wallet that made it (THREATS S9).
  if (BigInt(block.number) < BigInt(provedAt)) return { said: 'unavailable' }
  // Whoever is not deployed yet cannot have changed its owners (ERC-6492); a contract that was there and is gone stands behind nothing.
  const stands = answer.outcome === 'no-code' ? method === 'erc6492' : accepts(answer, settings)
  return stands ? { said: 'stands' } : { said: 'refused', block }
}
