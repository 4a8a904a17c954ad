// The sign-in screen: one column that shows whichever state the machine is in. It decides nothing itself.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Head } from '../../ui/Head.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useWords } from '../../words/use-words.ts'
import type { FoundWallets } from '../../wallet/discover.ts'
import { putRecentFirst } from '../../wallet/recent.ts'
import { walletOf } from '../../wallet/states.ts'
import type { State } from '../../wallet/states.ts'
import { AlreadySignedIn } from './AlreadySignedIn.tsx'
import { beginSignIn } from './begin-sign-in.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { isPhone } from './is-phone.ts'
import { MessageStage } from './MessageStage.tsx'
import { Notices } from './Notices.tsx'
import { NoWallet } from './NoWallet.tsx'
import { Panel } from './Panel.tsx'
import { sentencesOf } from './say.ts'
import { useStageFocus } from './use-stage-focus.ts'
import { lookOfChosen } from './wallet-look.ts'
import { WalletList, WalletListPlaceholder } from './WalletList.tsx'

/** One for the life of the document: every other page is a document of its own. */
let begun: RunningSignIn | null = null
const begin = () => (begun ??= beginSignIn())

/** What an application's sign-in adds to the page. */
export interface Asked {
  /** Its name; null as long as it is not known. */
  readonly application: string | null
  /** Whether the wallets are held back until it is known what is asked. */
  readonly isHeld: boolean
  readonly head: ReactNode
  readonly foot: ReactNode
  /** The server says that it is over. */
  readonly onOver: () => void
}

/** @param asked by an application; nothing where somebody came by themselves */
export function SignInScreen({ asked = null }: { asked?: Asked | null }) {
  const [running] = useState(begin)
  const { signIn, discovery } = running
  const words = useWords()
  const state = useSyncExternalStore(signIn.subscribe, signIn.getSnapshot)
  const found = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const onPhone = isPhone(navigator)
  const column = useRef<HTMLDivElement>(null)
  const application = asked?.application ?? null
  const onOver = asked?.onOver
  useEffect(() => (onOver ? running.onInteractionOver(onOver) : undefined), [running, onOver])
  useStageFocus(column, state.phase, sentencesOf(state.phase, words, onPhone, application))
  return (
    <Frame
      head={asked ? asked.head : <Head title={words.signIn.title} text={words.signIn.to(location.host)} />}
      notices={<Notices state={state} />}
      stage={
        <div ref={column} className="contents">
          {asked?.isHeld ? <WalletListPlaceholder /> : <Stage running={running} state={state} found={found} onPhone={onPhone} application={application} />}
        </div>
      }
      foot={asked?.foot}
    />
  )
}

/**
 * The one column. It is as high as its tallest state, or as the window allows without scrolling, so that a change of
 * state does not move what stands above it.
 */
function Frame({ head, notices, stage, foot }: { head: ReactNode; notices: ReactNode; stage: ReactNode; foot: ReactNode }) {
  return (
    <PublicLayout>
      <div className="grid min-h-[min(43rem,100dvh-8.5rem)] content-start gap-6">
        {head}
        {notices}
        <div className="grid content-start gap-4">{stage}</div>
        {foot}
      </div>
    </PublicLayout>
  )
}

interface StageProps {
  running: RunningSignIn
  state: State
  found: FoundWallets
  onPhone: boolean
  application: string | null
}

function Stage({ running, state, found, onPhone, application }: StageProps) {
  const { signIn, recentKey } = running
  const { phase } = state
  const proceed = () => signIn.send({ type: 'proceed' })
  const back = () => signIn.send({ type: 'back' })
  const chosen = walletOf(phase)
  const look = chosen ? lookOfChosen(chosen, found.wallets) : null

  switch (phase.at) {
    case 'discovering':
      return <WalletListPlaceholder />
    case 'choosing':
    case 'connecting': {
      const { ordered, recentId } = putRecentFirst(found.wallets, recentKey)
      return (
        <WalletList
          phase={phase}
          wallets={ordered}
          recentId={recentId}
          onChoose={({ id }, name) => signIn.send({ type: 'wallet-chosen', wallet: { id, name } })}
          onCancel={back}
        />
      )
    }
    case 'no-wallet':
      return <NoWallet isPhone={onPhone} onReload={proceed} />
    case 'already-signed-in':
      return <AlreadySignedIn person={phase.person} onContinue={proceed} onOther={back} />
    case 'preparing':
    case 'message-ready':
    case 'signing':
    case 'signature-open':
    case 'checking':
    case 'done':
      return look && <MessageStage phase={phase} look={look} application={application} onProceed={proceed} onCancel={back} />
    default:
      return <Panel phase={phase} look={look} onProceed={proceed} onBack={back} />
  }
}
