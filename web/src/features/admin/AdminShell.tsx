// Frame of the admin console, which notices when the session or the role ends (THREATS N11).
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { prefetchedQueryStaleMs, ApiCallError, useCurrentSession } from '../../api/query-client.ts'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { SidebarLayout } from '../../ui/SidebarLayout.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ToastProvider } from '../../ui/ToastProvider.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { SignedInAdminAccessContext, useSignedInAdminAccess } from './signed-in-admin-access-context.ts'
import { findAdminNavigationArea, adminNavigationAreas } from './admin-navigation-areas.ts'
import { useAdminQuery } from './admin-query-hooks.ts'
import { AdminSearchAndShortcutButtons } from './AdminSearchAndShortcutButtons.tsx'
import { useAdminNavigate } from './master-detail/admin-url-state.ts'
import { SvgIcon } from '../../ui/Icon.tsx'

const adminIconPaths = {
  overview: 'M3.5 16.5V10M8 16.5V5.5M12.5 16.5V8M17 16.5V3.5',
  people:
    'M7.5 9.5a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5zM2.5 16c.4-3 2.2-4.4 5-4.4s4.6 1.4 5 4.4M13 4.2a2.75 2.75 0 0 1 0 5.1M14.5 11.9c1.8.5 2.8 1.9 3 4.1',
  applications: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 14h5M14 11.5v5',
  resources: 'M3.5 4h13v4.5h-13zM3.5 11.5h13V16h-13zM6.5 6.25h.01M6.5 13.75h.01M10 6.25h3.5M10 13.75h3.5',
  groups: 'M10 3.5l7 3.75l-7 3.75l-7-3.75zM3 11.25l7 3.75l7-3.75',
  activity: 'M3.5 4.5h.01M3.5 10h.01M3.5 15.5h.01M7 4.5h9.5M7 10h9.5M7 15.5h6',
  settings: 'M3.5 6h7M14.5 6h2M12.5 4v4M3.5 14h2M9.5 14h7M7.5 12v4',
  tokens: 'M6.75 13.25a3.5 3.5 0 1 0 0-6.5a3.5 3.5 0 0 0 0 6.5zM10 10h7.5M15 10v3',
} as const

type AdminIconName = keyof typeof adminIconPaths

function AdminIcon({ name }: { name: AdminIconName }) {
  return <SvgIcon path={adminIconPaths[name]} />
}

const NoRole = createLazyComponent(async () => (await import('./NoAdminRoleScreen.tsx')).NoAdminRoleScreen)
const ConfirmFirst = createLazyComponent(
  async () => (await import('./AdminStepUpRequiredScreen.tsx')).AdminStepUpRequiredScreen,
)

export function AdminShell() {
  const session = useCurrentSession()
  const person = session.data?.person ?? null
  const isOut = session.data !== undefined && person === null
  const admin = useAdminQuery('readAdminSession', {}, { enabled: person !== null, staleMs: prefetchedQueryStaleMs })
  useRecheckAccessOnRefusal()
  useEffect(() => {
    if (isOut) redirectToSignIn()
  }, [isOut])

  if (person && admin.data) {
    const { roles, permissions, trusted } = admin.data
    const askAgain = () => void admin.refetch()
    if (roles.length === 0)
      return (
        <PublicPageLayout>
          <NoRole person={person} onAgain={askAgain} isBusy={admin.isFetching} />
        </PublicPageLayout>
      )
    if (!trusted)
      return (
        <PublicPageLayout>
          <ConfirmFirst onConfirmed={askAgain} />
        </PublicPageLayout>
      )
    return (
      <SignedInAdminAccessContext value={{ person, roles, permissions }}>
        <AdminContent />
      </SignedInAdminAccessContext>
    )
  }
  const failed = session.error ? session : admin.error ? admin : null
  return (
    <PublicPageLayout>
      {failed?.error ? (
        <LoadErrorPanel problem={failed.error.problem} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </PublicPageLayout>
  )
}

function AdminContent() {
  const t = useTranslations()
  const go = useAdminNavigate()
  const path = useLocation({ select: (location) => location.pathname })
  const here = findAdminNavigationArea(path)
  return (
    <SidebarLayout
      label={t('admin.navigation')}
      items={adminNavigationAreas.map(({ name, href }) => ({
        href,
        label: t(`admin.areas.${name}`),
        icon: <AdminIcon name={name} />,
        isCurrent: name === here,
      }))}
      onNavigate={go}
      moreLabel={t('admin.more')}
      signOutControls={
        <div className="flex items-center gap-3 md:grid">
          <AdminSearchAndShortcutButtons />
          <SignedInAdmin />
        </div>
      }
      isWide
    >
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </SidebarLayout>
  )
}

function SignedInAdmin() {
  const t = useTranslations()
  const { person, roles } = useSignedInAdminAccess()
  const name = person.displayName ?? (person.address ? shortenWalletAddress(person.address) : person.id.slice(-6))
  return (
    <div className="flex items-center gap-2.5 md:px-3">
      <span className="max-[23rem]:hidden">
        <PersonAvatar person={person} size={32} />
      </span>
      <div className="min-w-0 leading-tight">
        <p className="hidden text-small [overflow-wrap:anywhere] md:block">
          <span className="sr-only">{`${t('admin.signedInAs')} `}</span>
          <span translate="no" className="font-semibold">
            {name}
          </span>
        </p>
        <p className="hidden text-caption text-soft md:block">
          {roles.map((role) => t(`admin.roles.${role}`)).join(', ')}
        </p>
        <p className="text-caption">
          <TextLink href={frontEndPagePaths.account}>{t('admin.toAccount')}</TextLink>
        </p>
      </div>
    </div>
  )
}

/** A refusal can mean that the session, the role or the trust in this browser has ended. */
function useRecheckAccessOnRefusal() {
  const client = useQueryClient()
  useEffect(() => {
    const notice = (error: unknown) => {
      if (!(error instanceof ApiCallError)) return
      if (error.problem.code === 'session.required') redirectToSignIn()
      if (error.problem.code === 'permission.denied' || error.problem.code === 'step_up.required')
        void client.invalidateQueries({ queryKey: ['readAdminSession'] })
    }
    const ends = [
      client
        .getQueryCache()
        .subscribe((event) => event.type === 'updated' && event.action.type === 'error' && notice(event.action.error)),
      client
        .getMutationCache()
        .subscribe((event) => event.type === 'updated' && event.action.type === 'error' && notice(event.action.error)),
    ]
    return () => ends.forEach((end) => end())
  }, [client])
}

function redirectToSignIn() {
  redirectBrowserOnce(frontEndPagePaths.signIn(location.pathname + location.search))
}
