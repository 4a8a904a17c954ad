// Coming back to a message that the owners of a wallet take their time with: what is known of it, and what is said where there is
// nothing to come back to.
import { awaitedPath } from '../../../api/paths.ts'
import { forgetAwaited, recallAwaited } from '../proof/awaited.ts'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTranslations } from 'use-intl'
import { resume } from '../wallet/machine.ts'
import type { Resumed } from '../wallet/machine.ts'

/** Why there is nothing to come back to. */
type Missing = 'gone' | 'unread'

/**
 * @param id of the challenge
 * @param interaction that the page belongs to, which the challenge has to belong to as well
 */
export async function resumeSignIn(id: string, interaction: string | null): Promise<Resumed | Missing> {
  const giveUp = (): Missing => {
    forgetAwaited(id)
    history.replaceState(history.state, '', awaitedPath(location.search, null))
    return 'gone'
  }
  const awaited = recallAwaited(id, Date.now())
  if (awaited === null) return giveUp()
  const result = await callForSignIn('readChallenge', { params: { id } })
  if (!result.ok) return result.problem.code === 'challenge.unusable' ? giveUp() : 'unread'
  const { purpose, interaction: belongsTo, ...challenge } = result.answer
  if (purpose !== 'sign-in' || belongsTo !== interaction) return giveUp()
  return resume(challenge, awaited.connected, awaited.expiresAt, Date.now()) ?? giveUp()
}

export function NothingToResume({ why }: { why: Missing }) {
  const t = useTranslations()
  return (
    <Notice tone="attention" title={t(`proving.resumed.${why}.title`)}>
      <p>{t(`proving.resumed.${why}.text`)}</p>
    </Notice>
  )
}
