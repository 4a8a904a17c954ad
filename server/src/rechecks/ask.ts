// Asks the contracts of one chain about many sessions, in as few readings as it takes. What cannot be read says nothing about a
// wallet; and one contract that makes a whole reading fail must not pass for a chain that is down, nor take others with it.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block, Reading } from '@countersign/proof/chain-reader'
import { accepts, questionOf } from '@countersign/proof/prove-contract'
import type { ReadableChain } from '../platform/chain-settings.ts'
import type { ClaimedSession } from './claim.ts'

/** What a contract says of a session. */
export type Said =
  | { said: 'stands' }
  | { said: 'refused'; block: Block }
  /** It could not be asked. */
  | { said: 'unavailable' }
  /** It was not asked, because this server stops. */
  | { said: 'unasked' }

/** So many fit into one request to a node (chains/ask.ts). */
const questionsPerReading = 100

/** After so many that failed those that make them fail are not looked for any longer this time: enough to find one among a hundred. */
const mostFailures = 8

/** For so many sessions that are asked about together: a failure is followed by a look whether the chain is there, and by two smaller readings. */
export const mostReadings = (sessions: number): number => Math.ceil(sessions / questionsPerReading) + 2 + 3 * mostFailures

/** One chain during one round. */
export interface Asker {
  ask: (sessions: readonly ClaimedSession[]) => Promise<Map<ClaimedSession, Said>>
  /** Why the chain cannot be read; null where it could be, undefined where nobody tried. */
  fault: () => string | null | undefined
}

/**
 * @param chain undefined where the operator no longer has it read
 * @param isStopping no further reading begins then
 */
export function createAsker(chain: ReadableChain | undefined, isStopping: () => boolean): Asker {
  let fault: string | null = chain === undefined ? 'not configured' : null
  let wasRead = false

  const read = async (sessions: readonly ClaimedSession[]): Promise<Reading | null> => {
    try {
      const reading = await (chain as ReadableChain).read(sessions.map(({ message, signature, address }) => questionOf(message, signature, address)))
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
    const sayAll = (some: readonly ClaimedSession[], one: Said): void => some.forEach((session) => said.set(session, one))
    // Those that could not be asked before go last, and by themselves: among them may be what makes a reading fail.
    const { known = [], doubtful = [] } = Object.groupBy(sessions, ({ contract_unreachable_since }) => (contract_unreachable_since === null ? 'known' : 'doubtful'))
    if (doubtful.length > 0 && fault === null && !isStopping()) await isThere()
    const parts = [...inParts(known), ...inParts(doubtful)]
    let failures = 0
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      if (fault !== null || failures >= mostFailures) sayAll(part, { said: 'unavailable' })
      else if (isStopping()) sayAll(part, { said: 'unasked' })
      else {
        const reading = await read(part)
        if (reading !== null) part.forEach((session, index) => said.set(session, judge(session, reading, reading.answers[index] as Answer, chain as ReadableChain)))
        else {
          failures += 1
          if (!(await isThere()) || part.length === 1) sayAll(part, { said: 'unavailable' })
          else parts.push(...inHalves(part))
        }
      }
    }
    return said
  }

  return { ask, fault: () => fault ?? (wasRead ? null : undefined) }
}

const inParts = (sessions: readonly ClaimedSession[]): ClaimedSession[][] =>
  Array.from({ length: Math.ceil(sessions.length / questionsPerReading) }, (_, index) => sessions.slice(index * questionsPerReading, (index + 1) * questionsPerReading))

const inHalves = (sessions: readonly ClaimedSession[]): [ClaimedSession[], ClaimedSession[]] => {
  const middle = Math.ceil(sessions.length / 2)
  return [sessions.slice(0, middle), sessions.slice(middle)]
}

function judge({ method, provedAt }: ClaimedSession, { block }: Reading, answer: Answer, { settings }: ReadableChain): Said {
  // A node that has fallen behind the proof knows nothing of the wallet that made it (THREATS S9).
  if (BigInt(block.number) < BigInt(provedAt)) return { said: 'unavailable' }
  // Whoever is not deployed yet cannot have changed its owners (ERC-6492); a contract that was there and is gone stands behind nothing.
  const stands = answer.outcome === 'no-code' ? method === 'erc6492' : accepts(answer, settings)
  return stands ? { said: 'stands' } : { said: 'refused', block }
}
