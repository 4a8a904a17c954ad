// What who has a role sees in a browser that nobody has shown to be theirs: a signature alone can have been carried here from another site,
// and is not enough to read about others (THREATS M17).
import { paths } from '../../paths.ts'
import { useAskToConfirm } from '../../step-up/use-sensitive-call.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { useChapter } from '../../words/use-words.ts'

export function ConfirmFirst({ onConfirmed }: { onConfirmed: () => void }) {
  const all = useChapter('admin')
  const words = all.confirmFirst
  const ask = useAskToConfirm()
  const confirm = async () => {
    if (await ask()) onConfirmed()
  }
  return (
    <Message title={words.title} text={words.text}>
      <Button look="main" onClick={() => void confirm()}>
        {words.confirm}
      </Button>
      <ButtonLink href={paths.account}>{all.toAccount}</ButtonLink>
    </Message>
  )
}
