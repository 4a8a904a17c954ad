import { useState, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiCallError, redirectOnSessionError } from '../../api/query-client.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { PageSection, Card } from '../../ui/PageSection.tsx'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { translateMessageList } from '../../i18n/ui-translation-functions.ts'
import { useTranslations } from 'use-intl'
import { useUndoableIdentityMerges } from './identity-merge-query-hooks.ts'
import { TextField } from '../../ui/TextField.tsx'

export function DeleteAccountSection() {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const erase = useDeleteAccount()
  const hindrance = useDeletionBlockedReason()
  return (
    <PageSection title={t('myData.erase.title')}>
      <Card className="grid gap-4 px-5 py-5 sm:px-6">
        <p>{t('myData.erase.text')}</p>
        <DeletionSection title={t('myData.erase.goes')}>
          <ul className="grid list-disc gap-1 pl-5">
            {translateMessageList(t, 'myData.erase.goesList').map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </DeletionSection>
        <DeletionSection title={t('myData.erase.told')}>{t('myData.erase.toldText')}</DeletionSection>
        <DeletionSection title={t('myData.erase.stays')}>{t('myData.erase.staysText')}</DeletionSection>
        <p className="text-small">{t('myData.erase.again')}</p>
        {erase.error && <LoadErrorPanel problem={erase.error.problem} />}
        <div>
          <Button
            look="danger"
            disabledReason={hindrance}
            busyLabel={erase.isPending ? t('myData.erase.erasing') : undefined}
            onClick={() => setIsAsking(true)}
          >
            {t('myData.erase.ask')}
          </Button>
        </div>
      </Card>
      {isAsking && (
        <DeleteAccountDialog
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            erase.mutate()
          }}
        />
      )}
    </PageSection>
  )
}

function DeletionSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 text-small">
      <h3 className="font-sans text-caption text-soft">{title}</h3>
      {children}
    </div>
  )
}

function useDeletionBlockedReason(): string | undefined {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const merges = useUndoableIdentityMerges()
  const last = merges.data?.items.flatMap(({ undoUntil }) => (undoUntil === null ? [] : [Date.parse(undoUntil)])) ?? []
  return last.length === 0 ? undefined : t('myData.erase.mergeOpen', { day: formatDate(Math.max(...last), locale) })
}

function useDeleteAccount() {
  const sensitive = useCallApiWithStepUp()
  return useMutation({
    mutationFn: async () => {
      const result = await sensitive('erasePerson')
      if (result.ok) redirectBrowserOnce(frontEndPagePaths.signedOut('erased'))
      // The user cancelled the step-up, which is not an error.
      else if (result.problem.code !== 'network.cancelled') throw new ApiCallError(result.problem)
    },
    onError: redirectOnSessionError,
  })
}

function DeleteAccountDialog({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)

  // The dialog must be closed before its element is removed, to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    field.current?.focus()
    return () => element?.close()
  }, [])

  function confirm() {
    if (typed.normalize('NFC').trim().toLowerCase() === t('myData.erase.word')) return onConfirm()
    setIsWrong(true)
    field.current?.focus()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="m-auto w-[calc(100%-2.5rem)] max-w-md rounded-sheet border border-line bg-sheet p-6 text-ink backdrop:bg-shade/60"
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => (event.preventDefault(), confirm())}>
        <h2 id={heading} className="text-lead">
          {t('myData.erase.confirmTitle')}
        </h2>
        <p className="text-soft">{t('myData.erase.confirmText')}</p>
        <TextField
          ref={field}
          label={t('myData.erase.label', { word: t('myData.erase.word') })}
          fault={isWrong ? t('myData.erase.mismatch', { word: t('myData.erase.word') }) : null}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => (setIsWrong(false), setTyped(target.value))}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button type="submit" look="danger">
            {t('myData.erase.confirm')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
