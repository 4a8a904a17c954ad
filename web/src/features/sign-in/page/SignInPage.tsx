import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { OfflineAndClockNotices } from '../proof-flow/OfflineAndClockNotices.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { useTranslations } from 'use-intl'
import type { ApplicationSignInRenderProps } from './SignInOptionsPanel.tsx'
import type { RunningBrowserSignIn } from './start-wallet-and-passkey-sign-in.ts'
import { SignInPageLayout } from './SignInPageLayout.tsx'
import { SignInOptionsPanel } from './SignInOptionsPanel.tsx'

export interface SignInPageProps {
  running: RunningBrowserSignIn
  applicationRequest?: ApplicationSignInRenderProps | null
  lead?: ReactNode
}

export function SignInPage({ running, applicationRequest = null, lead }: SignInPageProps) {
  const { proof } = running
  const t = useTranslations()
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const onOver = applicationRequest?.onOver
  useEffect(() => (onOver ? running.onInteractionOver(onOver) : undefined), [running, onOver])
  return (
    <SignInPageLayout
      head={
        applicationRequest ? (
          applicationRequest.head
        ) : (
          <PublicPageHeader translate="no" title={t('signIn.title')} text={t('signIn.to', { site: location.host })} />
        )
      }
      notices={<OfflineAndClockNotices state={state} />}
      foot={applicationRequest?.foot}
    >
      <SignInOptionsPanel running={running} lead={lead} {...applicationRequest} />
    </SignInPageLayout>
  )
}
