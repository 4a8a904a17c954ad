import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { isUrlPathWithin } from './master-detail/is-url-path-within.ts'

interface UnsavedChangesGuardProps {
  hasUnsavedChanges: () => boolean
  /** A path within which changes survive navigation, such as between tabs. */
  within?: string
  /** Whether the query of the URL selects the page, so that a navigation that changes it leaves the page. */
  isQueryPartOfPage?: boolean
  texts?: 'adminUi.unsaved' | 'adminUi.secret.leaving'
}

export function UnsavedChangesGuard({
  hasUnsavedChanges,
  within,
  isQueryPartOfPage = false,
  texts = 'adminUi.unsaved',
}: UnsavedChangesGuardProps) {
  const t = useTranslations()
  const latest = useRef(hasUnsavedChanges)
  useEffect(() => {
    latest.current = hasUnsavedChanges
  }, [hasUnsavedChanges])
  const blocker = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }) =>
        (current.pathname !== next.pathname ||
          (isQueryPartOfPage && JSON.stringify(current.search) !== JSON.stringify(next.search))) &&
        !(within !== undefined && isUrlPathWithin(next.pathname, within)) &&
        latest.current(),
      [within, isQueryPartOfPage],
    ),
    enableBeforeUnload: useCallback(() => latest.current(), []),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t(`${texts}.title`)}
      confirmLabel={t(`${texts}.leave`)}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {t(`${texts}.text`)}
    </ConfirmDialog>
  )
}
