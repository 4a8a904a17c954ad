// The sign-in screen: one column with the head, what there is to know first, and the ways in, each in whichever state it is.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Notices } from '../../prove/Notices.tsx'
import { Head } from '../../ui/Head.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Resumed } from '../../wallet/resumed.ts'
import type { Asked } from './asked.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { Frame } from './Frame.tsx'
import { SignInStage } from './SignInStage.tsx'

/** One for the life of the document: every other page is a document of its own. */
let begun: RunningSignIn | null = null
const begin = (resumed: Resumed | null) => (begun ??= beginSignIn(resumed))

interface SignInScreenProps {
  /** By an application; nothing where somebody came by themselves. */
  asked?: Asked | null
  /** What somebody comes back to; nothing for whoever begins. */
  resumed?: Resumed | null
  /** What there is to say of how they came. */
  lead?: ReactNode
}

export function SignInScreen({ asked = null, resumed = null, lead }: SignInScreenProps) {
  const [running] = useState(() => begin(resumed))
  const { proof } = running
  const words = useWords()
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const onOver = asked?.onOver
  useEffect(() => (onOver ? running.onInteractionOver(onOver) : undefined), [running, onOver])
  return (
    <Frame
      head={asked ? asked.head : <Head title={words.signIn.title} text={words.signIn.to(location.host)} />}
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
