// Who performs operations on a site and where, and how one is sent to an instance and recorded.
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

/** Who acts, and where. */
export interface ConsistencyTestOperationContext {
  site: {
    origin: string
    instances: readonly ServerInstanceRequestHandler[]
    /** An application that lets in a group alone, where there is one. */
    club?: TestApplicationDefinition
  }
  recorder: ConsistencyTestHistoryRecorder
  random: SeededRandom
  /** The number of the process. */
  process: number
  /** Lets so many milliseconds pass. */
  wait: (milliseconds: number) => Promise<unknown>
}

/** A browser in which somebody has signed in. */
export interface SignedInConsistencyTestBrowser {
  browser: ConsistencyTestBrowser
  person: string
  session: string
  wallet: string
  chains: TokenRotationChain[]
  /** Whether it was refused as nobody's. */
  isEnded: boolean
}

/** The codes and tokens that an application was given once, one after the other. */
export interface TokenRotationChain {
  name: string
  /** Whom they were given to. */
  application: TestApplicationDefinition
  person: string
  /** The session that they began in. */
  session: string
  /** The next thing that works once, and how a history calls it. */
  next: { kind: 'redeem' | 'refresh'; value: string; spends: string } | null
  accessToken: string | null
  /** What was presented before, to be presented again. */
  spentTokens: { kind: 'redeem' | 'refresh'; value: string; spends: string }[]
}

const drawInstance = ({ site, random }: ConsistencyTestOperationContext): ServerInstanceRequestHandler =>
  random.pick(site.instances) as ServerInstanceRequestHandler

/** Carries out one operation at one instance. */
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

/** Asks for what changes nothing, and is no operation; null where it was not answered well. */
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

/** A browser in a network of this process. */
export const createPersonTestBrowser = (scene: ConsistencyTestOperationContext): ConsistencyTestBrowser =>
  createConsistencyTestBrowser(scene.site.origin, drawNetworkAddress(scene))

/** The application itself, which asks without a browser. */
export const createApplicationTestClient = (scene: ConsistencyTestOperationContext): ConsistencyTestBrowser =>
  createConsistencyTestBrowser(null, drawNetworkAddress(scene))

const drawNetworkAddress = ({ process, random }: ConsistencyTestOperationContext): string =>
  `10.${process}.${random.below(256)}.${1 + random.below(254)}`

const getSessionFacts = ({ session, person }: SignedInConsistencyTestBrowser): ConsistencyTestOperationDetails => ({
  session,
  person,
})

/** An operation in a session; what is refused as nobody's ends the visit. */
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
