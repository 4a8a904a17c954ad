// Stands around every page of the administration: lets in who has a role, says to everybody else why not, and notices when the
// session or the role went away meanwhile (THREATS N11).
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { begunMs, CallRefused, useCurrentSession } from '../../answers.ts'
import { lazy } from '../../lazy.tsx'
import { paths } from '../../paths.ts'
import { AccountLayout } from '../../ui/AccountLayout.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { shortAddress } from '../../ui/address-form.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { AdminContext, useAdmin } from './admin-context.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { areaOf, areas } from './areas.ts'
import { useAdminQuery } from './queries.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { useGo } from './use-address.ts'

const NoRole = lazy(async () => (await import('./NoRole.tsx')).NoRole)
const ConfirmFirst = lazy(async () => (await import('./ConfirmFirst.tsx')).ConfirmFirst)

export function AdminFrame() {
  const session = useCurrentSession()
  const person = session.data?.person ?? null
  const isOut = session.data !== undefined && person === null
  const admin = useAdminQuery('readAdmin', {}, { enabled: person !== null, staleMs: begunMs })
  useNoticeWhatWasTaken()
  useEffect(() => {
    if (isOut) leaveForSignIn()
  }, [isOut])

  if (person && admin.data) {
    const { roles, permissions, trusted } = admin.data
    const askAgain = () => void admin.refetch()
    if (roles.length === 0)
      return (
        <PublicLayout>
          <NoRole person={person} onAgain={askAgain} isBusy={admin.isFetching} />
        </PublicLayout>
      )
    if (!trusted)
      return (
        <PublicLayout>
          <ConfirmFirst onConfirmed={askAgain} />
        </PublicLayout>
      )
    return (
      <AdminContext value={{ person, roles, permissions }}>
        <Inside />
      </AdminContext>
    )
  }
  const failed = session.error ? session : admin.error ? admin : null
  return (
    <PublicLayout>
      {failed?.error ? (
        <ErrorState problem={failed.error.problem} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </PublicLayout>
  )
}

function Inside() {
  const t = useTranslations()
  const go = useGo()
  const path = useLocation({ select: (location) => location.pathname })
  const here = areaOf(path)
  return (
    <AccountLayout
      label={t('admin.navigation')}
      items={areas.map(({ name, href }) => ({
        href,
        label: t(`admin.areas.${name}`),
        icon: <AdminIcon name={name} />,
        current: name === here,
      }))}
      onNavigate={go}
      more={t('admin.more')}
      leave={
        <div className="flex items-center gap-3 md:grid">
          <Shortcuts />
          <WhoIsHere />
        </div>
      }
      isWide
    >
      <Toasts>
        <Outlet />
      </Toasts>
    </AccountLayout>
  )
}

/** Who is signed in, by which role, and the way back to the account. */
function WhoIsHere() {
  const t = useTranslations()
  const { person, roles } = useAdmin()
  const name = person.displayName ?? (person.address ? shortAddress(person.address) : person.id.slice(-6))
  return (
    <div className="flex items-center gap-2.5 md:px-3">
      <Portrait person={person} size={32} />
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
          <TextLink href={paths.account}>{t('admin.toAccount')}</TextLink>
        </p>
      </div>
    </div>
  )
}

/**
 * A refusal for want of a session means that it ended; one for want of a permission or of a proof, that a role or the trust
 * in this browser may have gone.
 */
function useNoticeWhatWasTaken() {
  const client = useQueryClient()
  useEffect(() => {
    const notice = (error: unknown) => {
      if (!(error instanceof CallRefused)) return
      if (error.problem.code === 'session.required') leaveForSignIn()
      if (error.problem.code === 'permission.lacking' || error.problem.code === 'step_up.required')
        void client.invalidateQueries({ queryKey: ['readAdmin'] })
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

/** Signing in leads back to where one was, with the view that one had. */
function leaveForSignIn() {
  location.replace(paths.signIn(location.pathname + location.search))
}
