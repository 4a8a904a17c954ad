// Who I am here: how this site sees the person who is signed in.
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { CopyButton, FullAddress, rosetteIdentifier } from '../../ui/Address.tsx'
import { Band } from '../../ui/Band.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Day, RelativeTime } from '../../ui/RelativeTime.tsx'
import { Rosette } from '../../ui/Rosette.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { useChapter } from '../../words/use-words.ts'
import { useSessions, useWallets } from './queries.ts'
import { useSignedIn } from './signed-in.ts'

export function YouScreen() {
  const words = useChapter('account').you
  const { person, session } = useSignedIn()
  const address = session.wallet?.address ?? person.address ?? person.id
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={words.title} />
        <p className="text-soft">{words.intro(location.host)}</p>
      </div>
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div className="grid items-center gap-x-10 gap-y-6 px-5 py-7 sm:grid-cols-[auto_1fr] sm:px-8">
          <Rosette identifier={rosetteIdentifier(address)} size={168} className="justify-self-center" />
          <div className="grid min-w-0 gap-5">
            <p className="font-serif text-title break-words lg:text-display">{person.displayName ?? shortAddress(address)}</p>
            <dl className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
              <Fact label={words.since}>
                <Day at={person.createdAt} />
              </Fact>
              <Fact label={words.signedIn}>
                <RelativeTime at={session.createdAt} />
              </Fact>
            </dl>
          </div>
        </div>
        <div className="flex items-end justify-between gap-4 border-t border-line px-5 py-3 sm:px-8">
          <div className="min-w-0">
            <p className="text-caption text-soft">{words.signedInWith}</p>
            <FullAddress address={address} />
          </div>
          <CopyButton text={address} />
        </div>
      </Sheet>
      <Counts />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Counts() {
  const words = useChapter('account').you
  const wallets = useWallets()
  const sessions = useSessions()
  return (
    <nav aria-label={words.title} className="grid gap-3 sm:grid-cols-2">
      <CountLink to={paths.wallets} count={countOf(wallets.data)} title={words.wallets} text={words.walletsText} />
      <CountLink to={paths.sessions} count={countOf(sessions.data)} title={words.sessions} text={words.sessionsText} />
    </nav>
  )
}

interface CountLinkProps {
  to: typeof paths.wallets | typeof paths.sessions
  /** Null while it is not known. */
  count: string | null
  title: (count: string) => string
  text: string
}

function CountLink({ to, count, title, text }: CountLinkProps) {
  return (
    <Link to={to} className="flex items-center justify-between gap-4 rounded-sheet border border-line bg-sheet px-5 py-4 transition-colors hover:border-edge hover:bg-sunk">
      <span>
        <span className="block font-serif text-lead tabular-nums">{title(count ?? '…')}</span>
        <span className="block text-small text-soft">{text}</span>
      </span>
      <Icon name="next" className="text-soft" />
    </Link>
  )
}

/** How many there are, with a plus where further pages follow. */
function countOf(data: { pages: readonly { items: readonly unknown[]; nextCursor: string | null }[] } | undefined): string | null {
  if (!data) return null
  const count = data.pages.reduce((sum, page) => sum + page.items.length, 0)
  return data.pages.at(-1)?.nextCursor ? `${count}+` : String(count)
}
