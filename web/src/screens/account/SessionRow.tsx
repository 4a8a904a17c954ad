// One browser in which a person is signed in.
import type { Session } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { Badge, ListRow } from '../../ui/List.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Rosette } from '../../ui/Rosette.tsx'
import { rosetteIdentifier } from '../../ui/Address.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { useWords } from '../../words/use-words.ts'
import { deviceWords } from './device-words.ts'

/** @param ending whether the server is being asked to end it */
export function SessionRow({ session, ending, onEnd }: { session: Session; ending: boolean; onEnd: () => void }) {
  const words = useWords()
  const text = words.account.sessions
  const device = deviceWords(words, session.userAgent)
  return (
    <ListRow
      action={
        session.current ? (
          <Badge>{text.current}</Badge>
        ) : (
          <Button aria-label={text.endNamed(device)} busyLabel={ending ? text.ending : undefined} onClick={onEnd}>
            {text.end}
          </Button>
        )
      }
    >
      <p className="font-semibold" title={session.userAgent}>
        {device}
      </p>
      <dl className="mt-1 grid gap-x-5 gap-y-0.5 text-small text-soft sm:grid-cols-2">
        <Fact label={text.lastSeen}>
          <RelativeTime at={session.lastSeenAt} />
        </Fact>
        <Fact label={text.started}>
          <RelativeTime at={session.createdAt} />
        </Fact>
        <Fact label={text.network}>
          <span className="font-mono text-caption break-all">{session.networkPrefix}</span>
        </Fact>
        <Fact label={text.wallet}>
          <span className="inline-flex items-center gap-1.5 align-middle font-mono text-caption">
            <Rosette identifier={rosetteIdentifier(session.wallet.address)} size={20} />
            {shortAddress(session.wallet.address)}
          </span>
        </Fact>
      </dl>
    </ListRow>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}
