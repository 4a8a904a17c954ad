import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { ApiSession } from '@countersign/api/api-endpoints'
import { ApiCallError, useCurrentSession, unwrapApiResult } from '../../api/query-client.ts'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { isFrontEndPagePath } from '../../api/is-front-end-page-path.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { SignedInPageIcon } from '../../ui/SignedInPageIcon.tsx'
import { SidebarLayout } from '../../ui/SidebarLayout.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { isAutomaticPasskeyAllowed } from './automatic-passkey-choice.ts'
import { NewBrowserRecognitionPrompts } from './NewBrowserRecognitionPrompts.tsx'
import { useUntrustedBrowsers } from './review-untrusted-browsers-query-hooks.ts'
import { pageSignOutProgress, SignedInAccountContext } from './signed-in-account-context.ts'
import { callApi } from '../../api/api-client.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { readAdminSession } from '../../api/read-admin-session.ts'

/** Few people allow it, and nothing is lost if it cannot be loaded. */
const BackgroundPasskey = createLazyComponent(
  async () => (await import('./BackgroundPasskeyNotice.tsx')).BackgroundPasskeyNotice,
  { messages: ['account-screens'], Placeholder: () => null, Failure: () => null },
)
const PendingMerges = createLazyComponent(
  async () => (await import('./PendingIdentityMergeNotices.tsx')).PendingIdentityMergeNotices,
  {
    messages: ['account-screens'],
  },
)

/** Decided once: creating the passkey withdraws the permission, but the notice stays. */
function AllowedBackgroundPasskey({ personId }: { personId: string }) {
  const [isAllowed] = useState(() => isAutomaticPasskeyAllowed(() => window.localStorage, personId))
  return isAllowed && <BackgroundPasskey />
}

export function AccountShell() {
  const t = useTranslations()
  const navigate = useNavigate()
  const path = useLocation({ select: (location) => location.pathname })
  const hasRole = useHasRole()
  const places = [
    { href: frontEndPagePaths.account, label: t('account.you.nav'), title: t('account.you.title'), icon: 'person' },
    {
      href: frontEndPagePaths.wallets,
      label: t('account.wallets.nav'),
      title: t('account.wallets.title'),
      icon: 'wallet',
    },
    {
      href: frontEndPagePaths.passkeys,
      label: t('account.passkeys.nav'),
      title: t('account.passkeys.title'),
      icon: 'passkey',
    },
    {
      href: frontEndPagePaths.sessions,
      label: t('account.sessions.nav'),
      title: t('account.sessions.title'),
      icon: 'sessions',
    },
    {
      href: frontEndPagePaths.applications,
      label: t('account.applications.nav'),
      title: t('account.applications.title'),
      icon: 'applications',
    },
    {
      href: frontEndPagePaths.activity,
      label: t('account.activity.nav'),
      title: t('account.activity.title'),
      icon: 'activity',
    },
    { href: frontEndPagePaths.data, label: t('account.data.nav'), title: t('account.data.title'), icon: 'data' },
  ] as const
  const admin = {
    href: frontEndPagePaths.admin,
    label: t('account.administration'),
    title: t('account.administration'),
    icon: 'enter',
  } as const
  const items = hasRole ? [...places, admin] : places
  return (
    <SidebarLayout
      label={t('ui.navigation')}
      items={items.map(({ href, label, icon }) => ({
        href,
        label,
        icon: <SignedInPageIcon name={icon} />,
        isCurrent: href === path,
      }))}
      onNavigate={(href) => (href === frontEndPagePaths.admin ? location.assign(href) : navigate({ to: href }))}
      moreLabel={t('account.more')}
      signOutControls={<SignOutButton />}
    >
      <AccountContent path={path} title={items.find((item) => item.href === path)?.title ?? t('account.you.title')} />
    </SidebarLayout>
  )
}

function AccountContent({ path, title }: { path: string; title: string }) {
  const session = useCurrentSession()
  // Requested together with the session, so that a late prompt does not shift the page below it.
  const newBrowsers = useUntrustedBrowsers()
  const isSettled = !newBrowsers.isPending || newBrowsers.failureCount > 0
  const person = session.data?.person ?? null
  const current = session.data?.session ?? null
  const last = useRef<ApiSession | null>(null)
  const isOut = session.data !== undefined && (person === null || current === null)
  useRedirectWhenSessionEnds(last)

  useEffect(() => {
    if (current) last.current = current
    if (isOut)
      redirectBrowserOnce(
        last.current
          ? getSignedOutPath(last.current)
          : frontEndPagePaths.signIn(isFrontEndPagePath(path) ? path : undefined),
      )
  }, [current, isOut, path])

  if (person && current && isSettled) {
    return (
      <SignedInAccountContext value={{ person, session: current }}>
        <NewBrowserRecognitionPrompts />
        <AllowedBackgroundPasskey key={person.id} personId={person.id} />
        {(newBrowsers.data?.pendingMerges ?? 0) > 0 && <PendingMerges />}
        <Outlet />
      </SignedInAccountContext>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title={title} />
      {session.error ? (
        <LoadErrorPanel problem={session.error.problem} onRetry={() => session.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </div>
  )
}

/** If a call is refused because there is no session, the session ended while the page was open. */
function useRedirectWhenSessionEnds(last: RefObject<ApiSession | null>) {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state
        if (last.current !== null && error instanceof ApiCallError && error.problem.code === 'session.required')
          redirectBrowserOnce(getSignedOutPath(last.current))
      }),
    [client, last],
  )
}

const getSignedOutPath = ({ contract }: ApiSession): string =>
  frontEndPagePaths.signedOut(pageSignOutProgress.isUnderWay ? 'signed-out' : contract ? 'contract-ended' : 'ended')

function SignOutButton() {
  const t = useTranslations()
  const announce = useAnnounce()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function signOut() {
    setBusy(true)
    pageSignOutProgress.isUnderWay = true
    setFailure(null)
    const result = await callApi('signOut')
    if (result.ok) {
      redirectBrowserOnce(frontEndPagePaths.signedOut('signed-out'), 'assign')
      return
    }
    pageSignOutProgress.isUnderWay = false
    const { title, action } = getTranslatedProblemMessage(t, result.problem)
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

function useHasRole(): boolean {
  // Fetched once per page. If the role has ended since, the link leads to a page that says so.
  const admin = useQuery({
    queryKey: ['readAdminSession', {}],
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => unwrapApiResult(await readAdminSession(signal)),
  })
  return admin.data !== undefined && admin.data.roles.length > 0
}
