// Derives which operation started each session and token chain, and which ended it or may have.
import { buildConsistencyTestUserAgent } from './consistency-test-operation-types.ts'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestHistory,
  ConsistencyTestOperation,
} from './consistency-test-operation-types.ts'
import type { ConsistencyTestFinalState, AuditLogEntry } from './consistency-test-final-state-types.ts'

interface KnownSession {
  id: string
  made: ConsistencyTestOperation
  person: string
  wallet: string
}

/** The tokens that follow from one authorization response. */
interface KnownTokenChain {
  name: string
  given: ConsistencyTestOperation
  person: string
  application: string
  /** The session in which the chain started, and its successors after step-ups. */
  sessions: KnownSession[]
}

export interface SessionOrTokenEndingOperation {
  operation: ConsistencyTestOperation
  isCertain: boolean
}

export interface ConsistencyTestHistoryModel {
  history: ConsistencyTestHistory
  final: ConsistencyTestFinalState
  effectiveOperations: readonly ConsistencyTestOperation[]
  sessions: ReadonlyMap<string, KnownSession>
  tokenChains: ReadonlyMap<string, KnownTokenChain>
  endingsOfSession: (session: KnownSession) => SessionOrTokenEndingOperation[]
  endingsOfTokenChain: (chain: KnownTokenChain) => SessionOrTokenEndingOperation[]
  /** People who were or may have been erased, and whose audit log data is gone. */
  erased: ReadonlySet<string>
  operationOf: (line: AuditLogEntry) => ConsistencyTestOperation | undefined
}

const isOk = ({ outcome }: ConsistencyTestOperation): boolean => outcome === 'ok'
export const isConsistencyTestOperationBefore = (
  one: ConsistencyTestOperation,
  other: ConsistencyTestOperation,
): boolean => one.completedAt < other.invokedAt
export const canConsistencyTestOperationPrecede = (
  one: ConsistencyTestOperation,
  other: ConsistencyTestOperation,
): boolean => one.invokedAt < other.completedAt

export function createConsistencyTestHistoryModel(
  history: ConsistencyTestHistory,
  final: ConsistencyTestFinalState,
): ConsistencyTestHistoryModel {
  const effectiveOperations = history.operations.filter(({ outcome }) => outcome !== 'fail')
  const byUserAgent = new Map(
    history.operations.map((operation) => [buildConsistencyTestUserAgent(operation.id), operation]),
  )
  const operationOf = ({ evidence }: AuditLogEntry): ConsistencyTestOperation | undefined =>
    byUserAgent.get(evidence['userAgent'] ?? '')
  const sessions = findKnownSessions(effectiveOperations, final.log, operationOf)
  const stepUps = effectiveOperations.filter(({ kind }) => kind === 'step-up')
  const erased = new Set(
    effectiveOperations.flatMap(({ kind, facts }) => (kind === 'erase' ? [facts.person ?? ''] : [])),
  )

  const endingsOfSession = (session: KnownSession): SessionOrTokenEndingOperation[] =>
    effectiveOperations.flatMap((operation): SessionOrTokenEndingOperation[] => {
      const ends = endsSession(operation, session)
      if (ends === null) return []
      // Contract ownership is rechecked periodically, so the session ends at some later time.
      const ending = operation.kind === 'change-contract' ? { ...operation, completedAt: Infinity } : operation
      return [{ operation: ending, isCertain: ends === 'certain' && isOk(operation) }]
    })

  const tokenChains = new Map<string, KnownTokenChain>()
  for (const given of effectiveOperations) {
    const { chain: name, session, application = '' } = given.facts
    const first = sessions.get(session ?? '')
    if (given.kind !== 'authorize' || name === undefined || first === undefined) continue
    tokenChains.set(name, {
      name,
      given,
      person: first.person,
      application,
      sessions: collectSuccessorSessions(first, sessions),
    })
  }
  const presented = Map.groupBy(effectiveOperations, ({ facts }) => facts.spends)
  const endingsOfTokenChain = (chain: KnownTokenChain): SessionOrTokenEndingOperation[] => {
    const bySession = chain.sessions.flatMap((session) =>
      endingsOfSession(session)
        .filter(({ operation }) => operation.kind !== 'step-up' && !isByOwnBrowser(operation, chain))
        .map(({ operation, isCertain }) => ({
          operation,
          isCertain:
            isCertain &&
            isConsistencyTestOperationBefore(chain.given, operation) &&
            // A step-up replaces the session, and this operation does not end the new one.
            (endsAllSessions(operation) || !stepUps.some(({ facts }) => facts.session === session.id)),
        })),
    )
    const byOthers = history.operations.flatMap((operation): SessionOrTokenEndingOperation[] => {
      const { kind, facts, outcome, code } = operation
      if (kind === 'withdraw' && outcome !== 'fail' && facts.application === chain.application) {
        const isTheirs = sessions.get(facts.session ?? '')?.person === chain.person
        if (!isTheirs || !canConsistencyTestOperationPrecede(chain.given, operation)) return []
        return [{ operation, isCertain: isOk(operation) && isConsistencyTestOperationBefore(chain.given, operation) }]
      }
      // RFC 9700 §4.14.2: presenting a spent token revokes its whole chain, and the application's
      // other chains in the session.
      if ((kind !== 'redeem' && kind !== 'refresh') || outcome === 'ok') return []
      const other = tokenChains.get(facts.chain ?? '')
      const isAgain = presented
        .get(facts.spends)
        ?.some((one) => one !== operation && canConsistencyTestOperationPrecede(one, operation))
      if (other === undefined || !isAgain || !isSameAuthorization(other, chain)) return []
      const isOwn = other.name === chain.name && isConsistencyTestOperationBefore(chain.given, operation)
      return [{ operation, isCertain: isOwn && outcome === 'fail' && code === 'invalid_grant' }]
    })
    // A person without a wallet of the required group loses access no later than the next recheck.
    const { wallets = [] } =
      final.groupGatedApplications.find(({ application }) => application === chain.application) ?? {}
    const byGroup = effectiveOperations.flatMap((operation): SessionOrTokenEndingOperation[] => {
      const { kind, facts } = operation
      const isTheirs = kind === 'unlink' && facts.person === chain.person && wallets.includes(facts.wallet ?? '')
      return isTheirs ? [{ operation: { ...operation, completedAt: Infinity }, isCertain: false }] : []
    })
    return [...bySession, ...byOthers, ...byGroup]
  }
  return {
    history,
    final,
    effectiveOperations,
    sessions,
    tokenChains,
    endingsOfSession,
    endingsOfTokenChain,
    erased,
    operationOf,
  }
}

const endsAllSessions = ({ kind }: ConsistencyTestOperation): boolean =>
  ['end-other-sessions', 'suspend', 'restore', 'erase'].includes(kind)

const isByOwnBrowser = ({ kind, facts }: ConsistencyTestOperation, { sessions }: KnownTokenChain): boolean =>
  kind === 'end-other-sessions' && sessions.some(({ id }) => id === facts.session)

/** An application has one authorization per signed-in browser. */
const isSameAuthorization = (one: KnownTokenChain, other: KnownTokenChain): boolean =>
  one.application === other.application &&
  one.sessions.some(({ id }) => other.sessions.some((session) => session.id === id))

function findKnownSessions(
  happened: readonly ConsistencyTestOperation[],
  log: readonly AuditLogEntry[],
  operationOf: ConsistencyTestHistoryModel['operationOf'],
): Map<string, KnownSession> {
  const sessions = new Map<string, KnownSession>()
  const add = (id: string, made: ConsistencyTestOperation, person: string): void =>
    void sessions.set(id, { id, made, person, wallet: made.facts.wallet ?? '' })
  for (const made of happened) if (made.facts.made !== undefined) add(made.facts.made, made, made.facts.person ?? '')
  for (const line of log) {
    const { sessionId } = line.evidence
    const made = operationOf(line)
    const isStart = line.type === 'session.started' || line.type === 'session.stepped_up'
    // If the request got no response, only the audit log entry names the session.
    if (isStart && sessionId !== undefined && made?.outcome === 'info' && line.person !== null)
      add(sessionId, made, line.person)
  }
  return sessions
}

function collectSuccessorSessions(first: KnownSession, sessions: ReadonlyMap<string, KnownSession>): KnownSession[] {
  const next = [...sessions.values()].filter(
    ({ made }) => made.kind === 'step-up' && made.facts.session === first.id && made.facts.made !== first.id,
  )
  return [first, ...next.flatMap((session) => collectSuccessorSessions(session, sessions))]
}

function endsSession(operation: ConsistencyTestOperation, session: KnownSession): 'certain' | 'perhaps' | null {
  const { kind, facts } = operation
  const isTheirs = (person: string | undefined): boolean =>
    person === session.person && canConsistencyTestOperationPrecede(session.made, operation)
  const ofAll = isConsistencyTestOperationBefore(session.made, operation) ? 'certain' : 'perhaps'
  switch (kind) {
    case 'sign-out':
    case 'step-up':
      return facts.session === session.id ? 'certain' : null
    case 'end-session':
      return facts.target === session.id ? 'certain' : null
    case 'end-other-sessions':
      return isTheirs(facts.person) && facts.session !== session.id ? ofAll : null
    case 'suspend':
    case 'erase':
      return isTheirs(facts.person) ? ofAll : null
    case 'restore':
      return isTheirs(facts.person) ? 'perhaps' : null
    case 'change-contract':
      return facts.wallet === session.wallet && !isConsistencyTestOperationBefore(operation, session.made)
        ? 'perhaps'
        : null
    case 'unlink':
      return isTheirs(facts.person) && facts.wallet === session.wallet ? ofAll : null
    default:
      return null
  }
}

/** Null if the operation implies neither state. */
export function getSessionStateImpliedByOperation({
  kind,
  outcome,
  code,
  facts,
}: ConsistencyTestOperation): 'live' | 'ended' | null {
  if (facts.session === undefined || kind === 'sign-out') return null
  if (code === 'session.required') return 'ended'
  if (outcome === 'ok') return facts.found === null && kind === 'read-session' ? 'ended' : 'live'
  return outcome === 'fail' && authenticatedRefusals.has(code ?? '') ? 'live' : null
}

/** Errors that imply a live session. */
const authenticatedRefusals: ReadonlySet<string> = new Set(['step_up.required', 'permission.denied'])

export const getSessionPersonFromTestHistory = (
  { sessions }: ConsistencyTestHistoryModel,
  { session }: ConsistencyTestOperationDetails,
): string | undefined => sessions.get(session ?? '')?.person
