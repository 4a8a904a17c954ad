// Who performs operations on a site and where, and how one is sent to an instance and recorded.
import type { AppliedApplication } from '../clients/apply-applications.ts'
import {
  NoResponseError,
  performRequestOperation,
  createOperationBrowser,
  classifyOperationOutcome,
} from './operation-browser.ts'
import type {
  OperationResponse,
  InstanceRequestHandler,
  OperationBrowser,
  OperationRequest,
} from './operation-browser.ts'
import { buildOperationUserAgent } from './history-operation.ts'
import type { OperationFacts, OperationKind, HistoryOperation } from './history-operation.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { HistoryRecorder } from './history-recorder.ts'

/** Who acts, and where. */
export interface OperationContext {
  site: {
    origin: string
    instances: readonly InstanceRequestHandler[]
    /** An application that lets in a group alone, where there is one. */
    club?: AppliedApplication
  }
  recorder: HistoryRecorder
  random: SeededRandom
  /** The number of the process. */
  process: number
  /** Lets so many milliseconds pass. */
  wait: (milliseconds: number) => Promise<unknown>
}

/** A browser in which somebody has signed in. */
export interface SignedInBrowser {
  browser: OperationBrowser
  person: string
  session: string
  wallet: string
  chains: TokenChain[]
  /** Whether it was refused as nobody's. */
  isEnded: boolean
}

/** The codes and tokens that an application was given once, one after the other. */
export interface TokenChain {
  name: string
  /** Whom they were given to. */
  application: AppliedApplication
  person: string
  /** The session that they began in. */
  session: string
  /** The next thing that works once, and how a history calls it. */
  next: { kind: 'redeem' | 'refresh'; value: string; spends: string } | null
  accessToken: string | null
  /** What was presented before, to be presented again. */
  spentTokens: { kind: 'redeem' | 'refresh'; value: string; spends: string }[]
}

const drawInstance = ({ site, random }: OperationContext): InstanceRequestHandler =>
  random.pick(site.instances) as InstanceRequestHandler

/** Carries out one operation at one instance. */
export function performOperation(
  scene: OperationContext,
  kind: OperationKind,
  facts: OperationFacts,
  browser: OperationBrowser,
  request: OperationRequest,
  learn?: (answer: OperationResponse) => OperationFacts | null,
): Promise<HistoryOperation> {
  const instance = drawInstance(scene)
  return scene.recorder.run(scene.process, kind, { instance: instance.name, ...facts }, (id) => {
    const headers = { ...request.headers, 'user-agent': buildOperationUserAgent(id) }
    return performRequestOperation(browser, instance, { ...request, headers }, learn)
  })
}

/** Asks for what changes nothing, and is no operation; null where it was not answered well. */
export async function readWithoutRecording(
  scene: OperationContext,
  browser: OperationBrowser,
  request: OperationRequest,
): Promise<OperationResponse | null> {
  try {
    const answer = await browser.send(drawInstance(scene), request)
    return classifyOperationOutcome(answer) === 'ok' ? answer : null
  } catch (error) {
    if (error instanceof NoResponseError) return null
    throw error
  }
}

/** A browser in a network of this process. */
export const openBrowser = (scene: OperationContext): OperationBrowser =>
  createOperationBrowser(scene.site.origin, drawNetworkAddress(scene))

/** The application itself, which asks without a browser. */
export const createApplicationClient = (scene: OperationContext): OperationBrowser =>
  createOperationBrowser(null, drawNetworkAddress(scene))

const drawNetworkAddress = ({ process, random }: OperationContext): string =>
  `10.${process}.${random.below(256)}.${1 + random.below(254)}`

const getSessionFacts = ({ session, person }: SignedInBrowser): OperationFacts => ({ session, person })

/** An operation in a session; what is refused as nobody's ends the visit. */
export async function performInSession(
  scene: OperationContext,
  visit: SignedInBrowser,
  kind: OperationKind,
  facts: OperationFacts,
  request: OperationRequest,
  learn?: (answer: OperationResponse) => OperationFacts | null,
): Promise<HistoryOperation> {
  const operation = await performOperation(
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
