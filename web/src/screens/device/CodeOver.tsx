// A code of another browser has come to an end: what that means, and the way to another one.
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { useChapter, useWords } from '../../words/use-words.ts'

/** It was used, has run out, or was ended. */
export function CodeOver() {
  const words = useWords()
  const { title, action } = errorWords(words, 'cross_device.over') ?? words.ui.unknownError
  return <Over title={title} text={action} />
}

/** Another browser of this device has taken over. */
export function PassedOn() {
  return <Over {...useChapter('answering').passedOn} />
}

export function Over({ title, text }: { title: string; text: string }) {
  const { anotherCode } = useChapter('applications').device
  return (
    <Message title={title} text={text}>
      <ButtonLink href={paths.device()}>{anotherCode}</ButtonLink>
    </Message>
  )
}

/** Nothing is left to do here; another code is rarely what comes next. */
export function Done({ title, text }: { title: string; text: string }) {
  const { anotherCode } = useChapter('applications').device
  return (
    <Message title={title} text={text}>
      <ButtonLink look="bare" className="justify-self-start -ml-4" href={paths.device()}>
        {anotherCode}
      </ButtonLink>
    </Message>
  )
}
