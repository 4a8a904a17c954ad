import { buildPendingOwnerApprovalPath } from '../../../api/front-end-page-paths.ts'
import {
  deletePendingOwnerApproval,
  readPendingOwnerApproval,
} from '../proof-flow/awaited-contract-signature-storage.ts'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { useTranslations } from 'use-intl'
import { buildResumedWalletProofState } from '../wallet/wallet-proof-state-machine.ts'
import type { ResumedWalletProofState } from '../wallet/wallet-proof-state-machine.ts'

type ResumeFailure = 'gone' | 'unread'

/** @param interaction the application's sign-in, to which the challenge must belong */
export async function restoreSignInAwaitingOwners(
  id: string,
  interaction: string | null,
): Promise<ResumedWalletProofState | ResumeFailure> {
  const giveUp = (): ResumeFailure => {
    deletePendingOwnerApproval(id)
    history.replaceState(history.state, '', buildPendingOwnerApprovalPath(location.search, null))
    return 'gone'
  }
  const awaited = readPendingOwnerApproval(id, Date.now())
  if (awaited === null) return giveUp()
  const result = await callSignInApi('readChallenge', { params: { id } })
  if (!result.ok) return result.problem.code === 'challenge.invalid' ? giveUp() : 'unread'
  const { purpose, interaction: belongsTo, ...challenge } = result.answer
  if (purpose !== 'sign-in' || belongsTo !== interaction) return giveUp()
  return buildResumedWalletProofState(challenge, awaited.connected, awaited.expiresAt, Date.now()) ?? giveUp()
}

export function ResumeSignInFailedNotice({ why }: { why: ResumeFailure }) {
  const t = useTranslations()
  return (
    <InlineNotice tone="attention" title={t(`proving.resumed.${why}.title`)}>
      <p>{t(`proving.resumed.${why}.text`)}</p>
    </InlineNotice>
  )
}
