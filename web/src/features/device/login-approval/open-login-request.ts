// Opens a code of `countersign login`, and loads the screen that approves it.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from '../../../api/api-client.ts'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import { getChunkLoadProblemCode } from '../../../ui/load-chunk.ts'
import type { TranslationFileName } from '../../../i18n/browser-language-negotiation.ts'

const loadLoginApproval = () => import('./LoginApprovalFlow.tsx')

/** Names the permissions, asks for a wallet or passkey, and describes the request. */
const messageFiles = ['admin-screens', 'sign-in', 'device'] as const satisfies readonly TranslationFileName[]

export interface OpenedLoginRequest {
  readonly request: ApiEndpointOutput<'readLoginRequest'>
  readonly LoginApproval: Awaited<ReturnType<typeof loadLoginApproval>>['LoginApprovalFlow']
}

export type OpenLoginRequestResult =
  | { readonly ok: true; readonly opened: OpenedLoginRequest }
  | { readonly ok: false; readonly problem: ProblemDetails | HttpConnectionProblem }

/** Never rejects. */
export async function openLoginRequest(
  userCode: string,
  need: (file: TranslationFileName) => Promise<void>,
): Promise<OpenLoginRequestResult> {
  try {
    const result = await callApi('readLoginRequest', { body: { userCode } })
    if (!result.ok) return result
    const [{ LoginApprovalFlow: LoginApproval }] = await Promise.all([loadLoginApproval(), ...messageFiles.map(need)])
    return { ok: true, opened: { request: result.answer, LoginApproval } }
  } catch {
    return { ok: false, problem: { code: getChunkLoadProblemCode(), retry: true } }
  }
}
