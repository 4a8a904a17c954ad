// Stands around every page of the account: lets in who is signed in, sends everybody else to where they can sign in,
// and notices when the session ended meanwhile.
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { Session } from '@countersign/api/calls'
import { CallRefused, useCurrentSession, answerOf } from '../../api/answers.ts'
import { lazy } from '../../ui/lazy.tsx'
import { isPagePath } from '../../api/page-path.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { AccountIcon } from '../../ui/AccountIcon.tsx'
import { AccountLayout } from '../../ui/AccountLayout.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { NewBrowsers } from './NewBrowsers.tsx'
import { useNewBrowsers } from './new-browsers.ts'
import { ownSignOut, SignedInContext } from './signed-in.ts'
import { call } from '../../api/api.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { callAdmin } from '../../api/admin-api.ts'

const PendingMerges = lazy(async () => (await import('./PendingMerges.tsx')).PendingMerges, {
  messages: ['account-screens'],
})

export function AccountFrame() {
  const t = useTranslations()
  const navigate = useNavigate()
  const path = useLocation({ select: (location) => location.pathname })
  const hasRole = useHasRole()
  const places = [
    { href: paths.account, label: t('account.you.nav'), title: t('account.you.title'), icon: 'person' },
    { href: paths.wallets, label: t('account.wallets.nav'), title: t('account.wallets.title'), icon: 'wallet' },
    { href: paths.passkeys, label: t('account.passkeys.nav'), title: t('account.passkeys.title'), icon: 'passkey' },
    { href: paths.sessions, label: t('account.sessions.nav'), title: t('account.sessions.title'), icon: 'sessions' },
    {
      href: paths.applications,
      label: t('account.applications.nav'),
      title: t('account.applications.title'),
      icon: 'applications',
    },
    { href: paths.activity, label: t('account.activity.nav'), title: t('account.activity.title'), icon: 'activity' },
    { href: paths.data, label: t('account.data.nav'), title: t('account.data.title'), icon: 'data' },
  ] as const
  const admin = {
    href: paths.admin,
    label: t('account.administration'),
    title: t('account.administration'),
    icon: 'enter',
  } as const
  const items = hasRole ? [...places, admin] : places
  return (
    <AccountLayout
      label={t('ui.navigation')}
      items={items.map(({ href, label, icon }) => ({
        href,
        label,
        icon: <AccountIcon name={icon} />,
        current: href === path,
      }))}
      // The administration is a document of its own.
      onNavigate={(href) => (href === paths.admin ? location.assign(href) : navigate({ to: href }))}
      more={t('account.more')}
      leave={<SignOutButton />}
    >
      <Inside path={path} title={items.find((item) => item.href === path)?.title ?? t('account.you.title')} />
    </AccountLayout>
  )
}

/** @param title the heading until the screen itself is there */
function Inside({ path, title }: { path: string; title: string }) {
  const session = useCurrentSession()
  // Asked at the same time, and waited for once: what stands above a page is there when the page is, so that nothing moves.
  const newBrowsers = useNewBrowsers()
  const isSettled = !newBrowsers.isPending || newBrowsers.failureCount > 0
  const person = session.data?.person ?? null
  const current = session.data?.session ?? null
  const last = useRef<Session | null>(null)
  const isOut = session.data !== undefined && (person === null || current === null)
  useLeaveWhenRefused(last)

  useEffect(() => {
    if (current) last.current = current
    if (isOut) leaveOnce(last.current ? signedOutPath(last.current) : paths.signIn(isPagePath(path) ? path : undefined))
  }, [current, isOut, path])

  if (person && current && isSettled) {
    return (
      <SignedInContext value={{ person, session: current }}>
        <NewBrowsers />
        {(newBrowsers.data?.pendingMerges ?? 0) > 0 && <PendingMerges />}
        <Outlet />
      </SignedInContext>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title={title} />
      {session.error ? (
        <ErrorState problem={session.error.problem} onRetry={() => session.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </div>
  )
}

/** Any call that is refused for want of a session means that the session ended while the page was open; where there was none, the answer about
 * the session leads to the sign-in, whichever comes first. */
function useLeaveWhenRefused(last: RefObject<Session | null>) {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state
        if (last.current !== null && error instanceof CallRefused && error.problem.code === 'session.required')
          leaveOnce(signedOutPath(last.current))
      }),
    [client, last],
  )
}

/** A session of a contract wallet has reasons of its own to end, which nobody expects who knows only the others. */
const signedOutPath = ({ contract }: Session): string =>
  paths.signedOut(ownSignOut.isUnderWay ? 'signed-out' : contract ? 'contract-ended' : 'ended')

function SignOutButton() {
  const t = useTranslations()
  const announce = useAnnounce()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function signOut() {
    setBusy(true)
    ownSignOut.isUnderWay = true
    setFailure(null)
    const result = await call('signOut')
    if (result.ok) {
      leaveOnce(paths.signedOut('signed-out'), 'assign')
      return
    }
    ownSignOut.isUnderWay = false
    const { title, action } = problemWords(t, result.problem)
    setBusy(false)
    setFailure(`${title} ${action}`)
    announce(`${title} ${action}`)
  }

  return (
    <div className="grid justify-items-end gap-2 md:justify-items-stretch">
      <Button
        onClick={signOut}
        busyLabel={busy ? t('account.signingOut') : undefined}
        small
        className="whitespace-nowrap"
      >
        {t('account.signOut')}
      </Button>
      {failure !== null && <p className="max-w-56 text-right text-caption text-red md:text-left">{failure}</p>}
    </div>
  )
}

/** @returns false until it is known */
function useHasRole(): boolean {
  // Asked once a page: a role that is taken away meanwhile leaves a link behind that leads to a page which says so.
  const admin = useQuery({
    queryKey: ['readAdmin', {}],
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => answerOf(await callAdmin('readAdmin', { signal })),
  })
  return admin.data !== undefined && admin.data.roles.length > 0
}
