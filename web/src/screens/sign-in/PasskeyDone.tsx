// Signed in with a passkey: says so for a moment, then goes on by itself.
import { useEffect, useRef } from 'react'
import type { PasskeyPhase } from '../../passkey/passkey-sign-in.ts'
import { StageHeading } from '../../prove/StageHeading.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { personInWords } from '../../ui/person-name.ts'
import { useChapter } from '../../words/use-words.ts'

interface PasskeyDoneProps {
  answer: (PasskeyPhase & { at: 'done' })['answer']
  /** Where the person goes on to, where an application asks. */
  application: string | null
  onGoOn: () => void
}

export function PasskeyDone({ answer: { person }, application, onGoOn }: PasskeyDoneProps) {
  const words = useChapter('passkeySignIn').done
  const announce = useAnnounce()
  const heading = useRef<HTMLHeadingElement>(null)
  const title = words.title(personInWords(person))
  const text = words.text(application)
  useEffect(() => {
    heading.current?.focus()
    announce(`${title} ${text}`)
  }, [title, text, announce])
  return (
    <>
      <StageHeading ref={heading} title={title} className="text-seal" />
      <p className="text-small">{text}</p>
      <Button look="main" onClick={onGoOn}>
        {words.main}
      </Button>
    </>
  )
}
