// Opens a code that another browser shows. What comes next is fetched before, because a code is opened once: a page that then could not go on
// would have used it up.
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callCrossDeviceApi } from '../../sign-in/cross-device/cross-device-api-client.ts'
import { callApi } from '../../../api/api-client.ts'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import { getChunkLoadProblemCode } from '../../../ui/load-chunk.ts'
import { withCrossTabChallengeRequestLock } from '../../sign-in/proof-flow/cross-tab-challenge-request-lock.ts'
import type { TranslationFileName } from '../../../i18n/browser-language-negotiation.ts'
import { convertRequestTimesToDeviceClock } from './convert-request-times-to-device-clock.ts'
import { readCrossDeviceCodeFromHistory, showCrossDeviceCodeInUrl } from './cross-device-code-history-state.ts'
import type { OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'

const loadCrossDeviceApproval = () => import('./CrossDeviceApprovalFlow.tsx')

/** A code that is open in this browser, and what shows it. */
export interface OpenedCrossDeviceCode {
  readonly asked: OpenedCrossDeviceRequest
  /** Whether somebody is signed in here; null where that could not be told. */
  readonly isSignedIn: boolean | null
  readonly CrossDeviceApproval: Awaited<ReturnType<typeof loadCrossDeviceApproval>>['CrossDeviceApprovalFlow']
}

export type OpenCrossDeviceCodeResult =
  | { readonly ok: true; readonly opened: OpenedCrossDeviceCode }
  | {
      readonly ok: false
      readonly problem: ProblemDetails | HttpConnectionProblem
      /** Whether another browser of this device has taken over. */
      readonly isHandedOff?: boolean
    }

/**
 * Never rejects.
 * @param pass by what this browser takes over from another one of the same device
 * @param need fetches words
 */
export async function openCrossDeviceRequestByCode(
  code: string,
  pass: string | null,
  need: (file: TranslationFileName) => Promise<void>,
): Promise<OpenCrossDeviceCodeResult> {
  try {
    const [{ CrossDeviceApprovalFlow: CrossDeviceApproval }] = await Promise.all([
      loadCrossDeviceApproval(),
      need('device'),
      need('sign-in'),
    ])
    if (readCrossDeviceCodeFromHistory() === code) {
      // To ask how far it is ends nothing; to open it would, where another browser has taken over.
      const followed = await callCrossDeviceApi('followCrossDevice', { body: { code } })
      if (!followed.ok) return { ...followed, isHandedOff: followed.problem.code === 'cross_device.ended' }
    }
    const [result, session] = await Promise.all([
      // The first answer gives this browser the secret by which it is known from then on.
      withCrossTabChallengeRequestLock(() => requestOpenCode(code, pass)),
      callApi('readSession'),
    ])
    if (!result.ok) return result
    const { asked } = result
    // The pass has done its work, and stands in no address any more.
    showCrossDeviceCodeInUrl(asked.code)
    const isSignedIn = session.ok ? session.answer.person !== null : null
    return { ok: true, opened: { asked, isSignedIn, CrossDeviceApproval } }
  } catch {
    return { ok: false, problem: { code: getChunkLoadProblemCode(), retry: true } }
  }
}

async function requestOpenCode(code: string, pass: string | null) {
  const askedAt = Date.now()
  const result = await callApi('openCrossDevice', { body: { code, ...(pass !== null && { pass }) } })
  return result.ok
    ? { ok: true as const, asked: convertRequestTimesToDeviceClock(result.answer, result.serverTime, askedAt) }
    : result
}
