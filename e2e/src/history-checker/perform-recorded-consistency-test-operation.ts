import type { TestApplicationDefinition } from '../clients/apply-test-application-definitions.ts'
import {
  NoServerResponseError,
  performSingleRequestTestOperation,
  createConsistencyTestBrowser,
  classifyConsistencyTestResponse,
} from './consistency-test-browser.ts'
import type {
  ConsistencyTestResponse,
  ServerInstanceRequestHandler,
  ConsistencyTestBrowser,
  ConsistencyTestRequest,
} from './consistency-test-browser.ts'
import { buildConsistencyTestUserAgent } from './consistency-test-operation-types.ts'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestOperationKind,
  ConsistencyTestOperation,
} from './consistency-test-operation-types.ts'
import type { SeededRandom } from './seeded-test-random.ts'
import type { ConsistencyTestHistoryRecorder } from './consistency-test-history-recorder.ts'

export interface ConsistencyTestOperationContext {
  site: {
    origin: string
    instances: readonly ServerInstanceRequestHandler[]
    /** An application that requires a group, if there is one. */
    club?: TestApplicationDefinition
  }
  recorder: ConsistencyTestHistoryRecorder
  random: SeededRandom
  process: number
  wait: (milliseconds: number) => Promise<unknown>
}

export interface SignedInConsistencyTestBrowser {
  browser: ConsistencyTestBrowser
  person: string
  session: string
  wallet: string
  chains: TokenRotationChain[]
  /** Whether the server refused an operation because the browser is signed out. */
  isEnded: boolean
}

/** The successive codes and tokens of one authorization. */
export interface TokenRotationChain {
  name: string
  application: TestApplicationDefinition
  person: string
  session: string
  /** The next one-time value, and its name in the history. */
  next: { kind: 'redeem' | 'refresh'; value: string; spends: string } | null
  accessToken: string | null
  /** Spent values, kept for replay. */
  spentTokens: { kind: 'redeem' | 'refresh'; value: string; spends: string }[]
}

const drawInstance = ({ site, random }: ConsistencyTestOperationContext): ServerInstanceRequestHandler =>
  random.pick(site.instances) as ServerInstanceRequestHandler

export function performRecordedOperation(
  scene: ConsistencyTestOperationContext,
  kind: ConsistencyTestOperationKind,
  facts: ConsistencyTestOperationDetails,
  browser: ConsistencyTestBrowser,
  request: ConsistencyTestRequest,
  learn?: (answer: ConsistencyTestResponse) => ConsistencyTestOperationDetails | null,
): Promise<ConsistencyTestOperation> {
  const instance = drawInstance(scene)
  return scene.recorder.run(scene.process, kind, { instance: instance.name, ...facts }, (id) => {
    const headers = { ...request.headers, 'user-agent': buildConsistencyTestUserAgent(id) }
    return performSingleRequestTestOperation(browser, instance, { ...request, headers }, learn)
  })
}

/** Returns null if the request fails. */
export async function sendUnrecordedReadRequest(
  scene: ConsistencyTestOperationContext,
  browser: ConsistencyTestBrowser,
  request: ConsistencyTestRequest,
): Promise<ConsistencyTestResponse | null> {
  try {
    const answer = await browser.send(drawInstance(scene), request)
    return classifyConsistencyTestResponse(answer) === 'ok' ? answer : null
  } catch (error) {
    if (error instanceof NoServerResponseError) return null
    throw error
  }
}

export const createPersonTestBrowser = (scene: ConsistencyTestOperationContext): ConsistencyTestBrowser =>
  createConsistencyTestBrowser(scene.site.origin, drawNetworkAddress(scene))

export const createApplicationTestClient = (scene: ConsistencyTestOperationContext): ConsistencyTestBrowser =>
  createConsistencyTestBrowser(null, drawNetworkAddress(scene))

const drawNetworkAddress = ({ process, random }: ConsistencyTestOperationContext): string =>
  `10.${process}.${random.below(256)}.${1 + random.below(254)}`

const getSessionFacts = ({ session, person }: SignedInConsistencyTestBrowser): ConsistencyTestOperationDetails => ({
  session,
  person,
})

/** Marks the browser as ended if the server refuses because the browser is signed out. */
export async function performRecordedSessionOperation(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  kind: ConsistencyTestOperationKind,
  facts: ConsistencyTestOperationDetails,
  request: ConsistencyTestRequest,
  learn?: (answer: ConsistencyTestResponse) => ConsistencyTestOperationDetails | null,
): Promise<ConsistencyTestOperation> {
  const operation = await performRecordedOperation(
    scene,
    kind,
    { ...getSessionFacts(visit), ...facts },
    visit.browser,
    request,
    learn,
  )
  if (operation.code === 'session.required') visit.isEnded = true
  return operation
}
