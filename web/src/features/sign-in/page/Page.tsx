// The sign-in page: one column with the head, what there is to know first, and the ways in, each in whichever state it is.
import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Notices } from '../proof/Notices.tsx'
import { Head } from '../../../ui/Head.tsx'
import { useTranslations } from 'use-intl'
import type { Asked } from './SignInStage.tsx'
import type { RunningSignIn } from './begin-sign-in.ts'
import { Frame } from './Frame.tsx'
import { SignInStage } from './SignInStage.tsx'

export interface SignInPageProps {
  running: RunningSignIn
  /** By an application; nothing where somebody came by themselves. */
  asked?: Asked | null
  /** What there is to say of how they came. */
  lead?: ReactNode
}

export function SignInPage({ running, asked = null, lead }: SignInPageProps) {
  const { proof } = running
  const t = useTranslations()
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const onOver = asked?.onOver
  useEffect(() => (onOver ? running.onInteractionOver(onOver) : undefined), [running, onOver])
  return (
    <Frame
      head={
        asked ? (
          asked.head
        ) : (
          <Head translate="no" title={t('signIn.title')} text={t('signIn.to', { site: location.host })} />
        )
      }
      notices={
        <>
          {state.phase.at === 'choosing' && lead}
          <Notices state={state} />
        </>
      }
      foot={asked?.foot}
    >
      <SignInStage running={running} {...asked} />
    </Frame>
  )
}
