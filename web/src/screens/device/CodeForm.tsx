// One field for the code that a device shows, in any spelling.
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { placeInUserCode, writeUserCode } from './user-code.ts'

interface CodeFormProps {
  /** The code that the address brought; empty where it brought none. */
  given: string
  isBusy: boolean
  problem: Problem | ClientProblem | null
  onEntered: (code: string) => void
}

export function CodeForm({ given, isBusy, problem, onEntered }: CodeFormProps) {
  const t = useTranslations()
  const [code, setCode] = useState(given)
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<number | null>(null)
  const hint = useId()
  const fault = useId()
  // What was typed may be a slip: that it is over would be too much to say.
  const said =
    problem &&
    (problem.code === 'cross_device.over'
      ? { title: t('applications.device.codeWrong.title'), action: t('applications.device.codeWrong.action') }
      : problemWords(t, problem))
  const failure = isMissing ? t('applications.device.codeMissing') : said && `${said.title} ${said.action}`

  // What is typed in the middle of the code would otherwise throw the caret to its end.
  useLayoutEffect(() => {
    if (place.current !== null) field.current?.setSelectionRange(place.current, place.current)
    place.current = null
  })
  // What went wrong is about the field: there the person goes on.
  useLayoutEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    place.current = placeInUserCode(target.value, target.selectionStart ?? target.value.length)
    setIsMissing(false)
    setCode(writeUserCode(target.value))
  }

  function enter() {
    if (isBusy) return
    setIsMissing(code === '')
    if (code === '') field.current?.focus()
    else onEntered(code)
  }

  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => (event.preventDefault(), enter())}>
      <Head title={t('applications.device.title')} text={t('applications.device.intro')} />
      <Sheet className="grid gap-2 px-5 py-5">
        <label className="grid gap-2">
          <span className="font-semibold">{t('applications.device.code')}</span>
          <input
            ref={field}
            value={code}
            onChange={change}
            aria-invalid={failure !== null}
            aria-describedby={failure === null ? hint : fault}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="min-h-14 w-full rounded-control border border-edge bg-paper px-3 text-center font-mono text-title tracking-widest uppercase aria-invalid:border-red"
          />
        </label>
        <p role="alert" id={fault} className="text-small text-red">
          {failure}
        </p>
        {failure === null && (
          <p id={hint} className="text-small text-soft">
            {t('applications.device.codeHint')}
          </p>
        )}
      </Sheet>
      <Button type="submit" look="main" busyLabel={isBusy ? t('applications.device.going') : undefined}>
        {t('applications.device.go')}
      </Button>
    </form>
  )
}
