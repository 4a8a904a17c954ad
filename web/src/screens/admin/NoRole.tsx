// What whoever has no role sees of the administration: that this is so, that nothing is wrong, and how to get one.
import { paths } from '../../paths.ts'
import type { Person } from '@countersign/api/calls'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useChapter } from '../../words/use-words.ts'
import { CopyField } from './CopyField.tsx'
import { useAdminQuery } from './queries.ts'

export function NoRole({ person, onAgain, isBusy }: { person: Person; onAgain: () => void; isBusy: boolean }) {
  const all = useChapter('admin')
  const words = all.noRole
  const setup = useAdminQuery('readSetup')
  const named = person.address ?? person.id
  return (
    <div className="grid gap-6">
      <Message title={words.title} text={words.text}>
        <Button look="main" busyLabel={isBusy ? all.confirm.working : undefined} onClick={onAgain}>
          {words.again}
        </Button>
        <ButtonLink href={paths.account}>{all.toAccount}</ButtonLink>
      </Message>
      {setup.data?.owned === false && (
        <Notice tone="attention" title={words.unowned}>
          <p>{words.unownedText}</p>
          <ButtonLink href={paths.setup}>{words.setup}</ButtonLink>
        </Notice>
      )}
      <div className="grid gap-3 border-t border-line pt-6">
        <h2 className="text-lead">{words.howTitle}</h2>
        <p className="text-soft">{words.ask}</p>
        <CopyField label={person.address === null ? words.personId : words.address} value={named} />
        <p className="text-small text-soft">{words.machine}</p>
        <CopyField label="countersign" value={`countersign owner grant ${named}`} />
      </div>
    </div>
  )
}
