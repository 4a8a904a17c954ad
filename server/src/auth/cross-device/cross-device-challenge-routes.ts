import type { CrossDeviceProofResponse } from '@countersign/api/api-endpoints'
import { parseSignInMessageOfAllowedFamily } from '../../chains/families/chain-family-registry.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { extractChallengeId } from '../challenges/challenge-nonce.ts'
import { createPasskeyChallenge } from '../challenges/create-passkey-challenge.ts'
import {
  getChallengeRateLimitBudgets,
  requireChainForContractWallet,
  readInteractionForChallenge,
  issueChallengeAndExtendInteraction,
} from '../challenges/issue-challenge-and-extend-interaction.ts'
import { decodeChallenge } from '../challenges/check-and-consume-challenge.ts'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { identifyRateLimitCaller } from '../session-guard/identify-rate-limit-caller.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import {
  isChallengeOfCrossDeviceRequest,
  updateCrossDeviceRequest,
  addCrossDeviceChallenge,
} from './cross-device-request-store.ts'
import type { CrossDeviceRequestRow } from './cross-device-request-store.ts'
import {
  requireSignableCrossDeviceRequest,
  createCrossDeviceRequestEndedError,
  requireCrossDeviceRequestOpenedByDevice,
  notifyCrossDeviceWaiters,
} from './require-and-end-opened-cross-device-request.ts'

export function registerCrossDeviceChallengeRoutes(app: CrossDeviceEndpointContext): void {
  registerApiEndpoint(app, 'createCrossDeviceChallenge', async ({ body, request }) => {
    const budgets = getChallengeRateLimitBudgets(body.walletKind)
    const anonymousCaller = identifyRateLimitCaller(app, request)
    for (const budget of budgets) await app.rateLimiter.consumeNetworkBudget(budget, anonymousCaller)
    const found = await requireSignableCrossDeviceRequest(app, body.code, request)
    requireChainForContractWallet(app, body.walletKind)
    const asked = { ...getChallengeBinding(found), walletKind: body.walletKind ?? 'key' } as const
    const named = await readInteractionForChallenge(app, asked)
    for (const budget of budgets) await app.rateLimiter.consumeSharedBudget(budget, anonymousCaller)
    const issued = await issueChallengeAndExtendInteraction(app, { ...asked, ...named })
    await recordIssuedChallenge(
      app,
      found,
      issued.id,
      body.walletKind === 'contract' ? Date.parse(issued.expiresAt) : null,
    )
    return issued
  })

  registerApiEndpoint(app, 'createCrossDevicePasskey', async ({ body, request }) => {
    const anonymousCaller = identifyRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('challenges', anonymousCaller)
    const found = await requireSignableCrossDeviceRequest(app, body.code, request)
    const { purpose, ...binding } = getChallengeBinding(found)
    if (purpose !== 'sign-in' && purpose !== 'step-up')
      throw createCrossDeviceRequestEndedError(`passkeys are not allowed for purpose ${purpose}`)
    await app.rateLimiter.consumeSharedBudget('challenges', anonymousCaller)
    // Passkeys are not listed, because anyone who scans the screen would see the list.
    const issued = createPasskeyChallenge(app, { ...binding, purpose: `passkey-${purpose}` })
    await recordIssuedChallenge(app, found, extractChallengeId(issued.challenge), null)
    return { ...issued, allow: [] }
  })

  registerApiEndpoint(app, 'answerCrossDevice', async ({ body, request }) => {
    const { answer } = body
    if ('signature' in answer && answer.signature.length > app.settings.limits.signatureBytes)
      throw new ApiError('signature.too_long')
    const found = await requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    const now = app.clock()
    // An answer to a refused request must not be accepted for another request of the same browser.
    const challenge = decodeChallenge(app, extractNonce(app, answer), now)
    if (challenge === null || !isChallengeOfCrossDeviceRequest(found, challenge.id))
      throw new ApiError('challenge.invalid', { privateDetail: 'not issued to this device' })
    // Idempotent, for a device that lost the response.
    if ((found.state === 'answered' || found.state === 'taken') && found.challenge_id === challenge.id) return undefined
    if (found.state !== 'picked') throw createCrossDeviceRequestEndedError('not waiting for a signature')
    const change = { state: 'answered', signed_response: JSON.stringify(answer), challenge_id: challenge.id } as const
    if (!(await updateCrossDeviceRequest(app.database.queries, found, change, now)))
      throw createCrossDeviceRequestEndedError('changed concurrently')
    notifyCrossDeviceWaiters(app, found)
    return undefined
  })
}

async function recordIssuedChallenge(
  app: CrossDeviceEndpointContext,
  found: CrossDeviceRequestRow,
  challengeId: string,
  until: number | null,
): Promise<void> {
  if (!(await addCrossDeviceChallenge(app.database.queries, found, { challengeId, until, now: app.clock() })))
    throw createCrossDeviceRequestEndedError('changed concurrently, or too many challenges were issued')
}

const extractNonce = ({ settings }: CrossDeviceEndpointContext, answer: CrossDeviceProofResponse): string =>
  'assertion' in answer
    ? (parseWebauthnClientData(answer.assertion.clientDataJSON)?.challenge ?? '')
    : parseSignInMessageOfAllowedFamily(settings, answer.message).message.nonce

const getChallengeBinding = (found: CrossDeviceRequestRow) => ({
  purpose: found.purpose,
  isCrossDevice: true,
  personId: found.person_id,
  browserHash: found.browser_hash,
  interaction: found.interaction_id,
})
