// The first step: the code from the terminal, which shows that whoever has it runs this server.
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'

/** As the server prints it (server/src/administration/setup/begin.ts), in the language of the terminal. */
const printed = [
  'This server has no owner yet.',
  'To become its owner, open',
  '',
  `  ${globalThis.location?.origin}/setup`,
  '',
  'and enter this code, which works once:',
  '',
]

/** @param fault why the last one did not do */
export function CodeStep({ fault, onEntered }: { fault: string | null; onEntered: (code: string) => void }) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const [shownFault, setShownFault] = useState(fault)
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const entered = code.trim()
        if (entered !== '') return onEntered(entered)
        setShownFault(t('setup.code.missing'))
        field.current?.focus()
      }}
    >
      <div className="grid gap-2">
        <p className="text-soft">{t('setup.code.text')}</p>
        <figure
          aria-label={t('setup.code.terminal')}
          className="overflow-x-auto rounded-sheet bg-ink px-4 py-3 font-mono text-caption text-paper"
        >
          <pre lang="en" translate="no" className="whitespace-pre-wrap">
            {printed.join('\n')}
            {'\n  '}
            <mark className="rounded-control bg-seal-tint px-1 text-seal">xxxx-xxxx-xxxx-xxxx-xxxx</mark>
          </pre>
        </figure>
      </div>
      <TextField
        ref={field}
        label={t('setup.code.label')}
        fault={shownFault}
        value={code}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => {
          setShownFault(null)
          setCode(target.value)
        }}
      />
      <Button type="submit" look="main">
        {t('setup.code.next')}
      </Button>
      <p className="text-small text-soft">{t('setup.code.lost')}</p>
    </form>
  )
}
