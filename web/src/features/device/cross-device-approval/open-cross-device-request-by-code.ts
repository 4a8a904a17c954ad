// Loads the next screen before it opens a code, because a code can be opened only once.
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

export interface OpenedCrossDeviceCode {
  readonly asked: OpenedCrossDeviceRequest
  readonly isSignedIn: boolean | null
  readonly CrossDeviceApproval: Awaited<ReturnType<typeof loadCrossDeviceApproval>>['CrossDeviceApprovalFlow']
}

export type OpenCrossDeviceCodeResult =
  | { readonly ok: true; readonly opened: OpenedCrossDeviceCode }
  | {
      readonly ok: false
      readonly problem: ProblemDetails | HttpConnectionProblem
      /** Whether another browser on this device took over. */
      readonly isHandedOff?: boolean
    }

/** Never rejects. `pass` is a handoff token from another browser on this device. */
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
      // Polling has no side effects; opening would end a code that another browser took over.
      const followed = await callCrossDeviceApi('followCrossDevice', { body: { code } })
      if (!followed.ok) return { ...followed, isHandedOff: followed.problem.code === 'cross_device.ended' }
    }
    const [result, session] = await Promise.all([
      // The first response sets this browser's secret, so parallel requests must wait.
      withCrossTabChallengeRequestLock(() => requestOpenCode(code, pass)),
      callApi('readSession'),
    ])
    if (!result.ok) return result
    const { asked } = result
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
