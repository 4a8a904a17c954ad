// The owners of a shared wallet take their time: until when, the link to come back with, how it stands, and what there is to do.
import { useEffect, useRef, useState } from 'react'
import { awaitedPath } from '../paths.ts'
import { useAnnounce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import type { ProofSubject } from '../words/en/proving.ts'
import { useSpeech } from '../words/use-words.ts'
import type { Draft, Phase } from '../wallet/states.ts'
import { forgetAwaited, rememberAwaited } from './awaited.ts'
import type { ProvingWords } from '../words/shape.ts'

interface AwaitOwnersProps {
  phase: Phase & { at: 'awaiting' }
  subject: ProofSubject
  words: ProvingWords['awaiting']
  /** What the wallet calls itself. */
  walletKey: string
  onCheck: () => void
  onAskWallet: () => void
  onCancel: () => void
}

export function AwaitOwners({ phase, subject, words, walletKey, onCheck, onAskWallet, onCancel }: AwaitOwnersProps) {
  const { words: all, locale } = useSpeech()
  const { draft, askAt } = phase
  const until = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(draft.expiresAt)
  // What waits on a page for its person is over once they leave that page.
  const hasLink = subject.purpose === 'sign-in'
  const { said, pressed } = useSaid(phase, subject, words, locale)
  useWayBack(draft, walletKey, hasLink)

  const check = () => {
    pressed()
    onCheck()
  }
  const cancel = () => {
    forgetAwaited(draft.challengeId)
    onCancel()
  }
  return (
    <div className="grid gap-3">
      <p className="text-small">{hasLink ? words.withLink(until) : words.withoutLink(until)}</p>
      {hasLink && <LinkBack challengeId={draft.challengeId} words={words} />}
      <p className="min-h-[2lh] text-small text-soft">{said ?? words.looks}</p>
      <div className="flex gap-2">
        <Button look="main" className="flex-1" busyLabel={askAt === null ? words.checking : undefined} onClick={check}>
          {words.check}
        </Button>
        <Button onClick={cancel}>{all.signIn.cancel}</Button>
      </div>
      <Button look="bare" onClick={onAskWallet}>
        {words.askWallet}
      </Button>
    </div>
  )
}

/** How it stood when it was last asked. Whoever pressed the button also hears it; what the page asks by itself disturbs nobody. */
function useSaid(
  { askAt, trouble }: AwaitOwnersProps['phase'],
  subject: ProofSubject,
  words: ProvingWords['awaiting'],
  locale: string,
) {
  const announce = useAnnounce()
  const wasAsking = useRef(false)
  const isPressed = useRef(false)
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const isAsking = askAt === null
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(askedAt ?? 0)
  const answer =
    trouble === null
      ? words.notYet(time)
      : trouble === 'chain.unavailable'
        ? words.chainTrouble(subject)
        : words.trouble
  const said = askedAt === null ? null : answer
  useEffect(() => {
    if (wasAsking.current && !isAsking) setAskedAt(Date.now())
    wasAsking.current = isAsking
  }, [isAsking])
  useEffect(() => {
    if (said === null || !isPressed.current) return
    isPressed.current = false
    announce(said)
  }, [said, announce])
  return { said, pressed: () => (isPressed.current = true) }
}

/** As long as this is shown, the address bar leads back to it too, so that a reload loses nothing. */
function useWayBack(draft: Draft, walletKey: string, hasLink: boolean): void {
  useEffect(() => {
    if (!hasLink) return
    rememberAwaited(draft, walletKey, Date.now())
    show(draft.challengeId)
    return () => show(null)
  }, [draft, walletKey, hasLink])
}

const show = (challengeId: string | null) =>
  history.replaceState(history.state, '', awaitedPath(location.search, challengeId))

function LinkBack({ challengeId, words }: { challengeId: string; words: ProvingWords['awaiting'] }) {
  const address = `${location.origin}${awaitedPath(location.search, challengeId)}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <a href={address} className="text-small text-seal underline decoration-1 underline-offset-4">
        {words.link}
      </a>
      <CopyButton small text={address} label={words.copyLink} />
    </div>
  )
}
