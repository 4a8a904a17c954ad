// The sign-in page: one column with the head, what there is to know first, and the ways in, each in whichever state it is.
import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { ConnectionNotices } from '../proof-flow/ConnectionNotices.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { useTranslations } from 'use-intl'
import type { ApplicationSignInRequest } from './SignInStage.tsx'
import type { RunningSignIn } from './start-sign-in.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { SignInStage } from './SignInStage.tsx'

export interface SignInPageProps {
  running: RunningSignIn
  /** By an application; nothing where somebody came by themselves. */
  applicationRequest?: ApplicationSignInRequest | null
  /** What there is to say of how they came. */
  lead?: ReactNode
}

export function SignInPage({ running, applicationRequest = null, lead }: SignInPageProps) {
  const { proof } = running
  const t = useTranslations()
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const onOver = applicationRequest?.onOver
  useEffect(() => (onOver ? running.onInteractionOver(onOver) : undefined), [running, onOver])
  return (
    <SignInFrame
      head={
        applicationRequest ? (
          applicationRequest.head
        ) : (
          <PublicPageHeader translate="no" title={t('signIn.title')} text={t('signIn.to', { site: location.host })} />
        )
      }
      notices={
        <>
          {state.phase.at === 'choosing' && lead}
          <ConnectionNotices state={state} />
        </>
      }
      foot={applicationRequest?.foot}
    >
      <SignInStage running={running} {...applicationRequest} />
    </SignInFrame>
  )
}
