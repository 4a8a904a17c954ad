// The end of an identity: says exactly what goes, what is told to whom and what stays, and asks in a way that nobody
// passes by accident.
import { useState, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { CallRefused, leaveIfSignedOut } from '../../api/answers.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { dayOf } from '../../ui/relative-time.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { useLanguage } from '../../i18n/use-language.ts'
import { translateList } from '../../i18n/translate.ts'
import { useTranslations } from 'use-intl'
import { useMerges } from './merges.ts'
import { TextField } from '../../ui/TextField.tsx'

export function EraseMe() {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const erase = useErase()
  const hindrance = useHindrance()
  return (
    <Section title={t('myData.erase.title')}>
      <Sheet className="grid gap-4 px-5 py-5 sm:px-6">
        <p>{t('myData.erase.text')}</p>
        <Part title={t('myData.erase.goes')}>
          <ul className="grid list-disc gap-1 pl-5">
            {translateList(t, 'myData.erase.goesList').map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </Part>
        <Part title={t('myData.erase.told')}>{t('myData.erase.toldText')}</Part>
        <Part title={t('myData.erase.stays')}>{t('myData.erase.staysText')}</Part>
        <p className="text-small">{t('myData.erase.again')}</p>
        {erase.error && <ErrorState problem={erase.error.problem} />}
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
      </Sheet>
      {isAsking && (
        <EraseDialog
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            erase.mutate()
          }}
        />
      )}
    </Section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 text-small">
      <h3 className="font-sans text-caption text-soft">{title}</h3>
      {children}
    </div>
  )
}

/** Why nobody can be deleted now; nothing where they can. */
function useHindrance(): string | undefined {
  const t = useTranslations()
  const { locale } = useLanguage()
  const merges = useMerges()
  const last = merges.data?.items.flatMap(({ undoUntil }) => (undoUntil === null ? [] : [Date.parse(undoUntil)])) ?? []
  return last.length === 0 ? undefined : t('myData.erase.mergeOpen', { day: dayOf(Math.max(...last), locale) })
}

function useErase() {
  const sensitive = useSensitiveCall()
  return useMutation({
    mutationFn: async () => {
      const result = await sensitive('erasePerson')
      if (result.ok) leaveOnce(paths.signedOut('erased'))
      // Somebody who does not want to confirm stays, and nothing has failed.
      else if (result.problem.code !== 'network.cancelled') throw new CallRefused(result.problem)
    },
    onError: leaveIfSignedOut,
  })
}

function EraseDialog({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)

  // A layout effect, because its end comes before the element leaves the page: only an open dialog that is closed gives
  // the focus back to where it was.
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
