// Collects refused requests in memory, so that a request of a stranger costs no database write.
// All maps are bounded (THREATS O33); what does not fit is dropped.
import { createHash } from 'node:crypto'
import type {
  CountedRefusedRequest,
  RefusedRequest,
  RefusedRequestCaller,
  RefusedRequestProblem,
} from './refused-request-types.ts'

export interface RefusedRequestBuffer {
  add: (request: RefusedRequest) => void
  /** Removes and returns what was collected, oldest first. */
  take: () => CountedRefusedRequest[]
}

/** Different problems between two writes to the database, over all applications. */
const maxBuffered: Readonly<Record<RefusedRequestCaller, number>> = { own: 1000, unknown: 200 }

/** Different problems per hour of one signed-in person, so that no one fills the quota alone. */
const maxProblemsPerSource = 20
const sourceWindowMs = 3_600_000
const maxSources = 1000

const unknownCallerShare = 0.3

/**
 * Splits the limit per application, so that strangers cannot push out requests of own callers.
 *
 * @example getRefusedRequestQuotas(100) // { own: 70, unknown: 30 }
 */
export function getRefusedRequestQuotas(perApplication: number): Readonly<Record<RefusedRequestCaller, number>> {
  const unknown = Math.floor(perApplication * unknownCallerShare)
  return { own: perApplication - unknown, unknown }
}

export function createRefusedRequestBuffer(perApplication: number): RefusedRequestBuffer {
  const quotas = getRefusedRequestQuotas(perApplication)
  const isFromUnlimitedSource = createSourceLimit()
  let buffered = new Map<string, CountedRefusedRequest>()
  let counts = new Map<string, number>()
  const increment = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
  return {
    add: (request) => {
      const { applicationId, requestId, at, problem } = request
      const fingerprint = fingerprintProblem(problem)
      const caller = request.caller === 'own' && isFromUnlimitedSource(request, fingerprint) ? 'own' : 'unknown'
      const key = JSON.stringify([applicationId, caller, fingerprint])
      const known = buffered.get(key)
      if (known !== undefined) {
        known.count += 1
        known.lastAt = Math.max(known.lastAt, at)
        known.requestId = requestId
        return
      }
      const application = JSON.stringify([applicationId, caller])
      if ((counts.get(caller) ?? 0) >= maxBuffered[caller]) return
      if ((counts.get(application) ?? 0) >= quotas[caller]) return
      increment(caller)
      increment(application)
      buffered.set(key, { applicationId, caller, fingerprint, firstAt: at, lastAt: at, count: 1, requestId, problem })
    },
    take: () => {
      const taken = [...buffered.values()]
      buffered = new Map()
      counts = new Map()
      return taken
    },
  }
}

/** Identical problems of one application are counted, not stored again. */
const fingerprintProblem = ({ endpoint, error, description, entry, sent }: RefusedRequestProblem): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint, error, description, entry, Object.entries(sent)]))
    .digest('base64url')

function createSourceLimit(): (request: RefusedRequest, fingerprint: string) => boolean {
  const sources = new Map<string, { since: number; problems: Set<string> }>()
  return ({ source, at }, fingerprint) => {
    if (source === null) return true
    let known = sources.get(source)
    if (known === undefined || Math.abs(at - known.since) > sourceWindowMs) {
      if (sources.size >= maxSources) sources.clear()
      known = { since: at, problems: new Set() }
      sources.set(source, known)
    }
    if (known.problems.has(fingerprint)) return true
    if (known.problems.size >= maxProblemsPerSource) return false
    known.problems.add(fingerprint)
    return true
  }
}
