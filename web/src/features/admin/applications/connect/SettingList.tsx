// Settings to enter one by one, numbered, with a button to copy each value.
import { Fragment, useId } from 'react'
import { useTranslations } from 'use-intl'
import { translateKnownServerCode } from '../../../../i18n/ui-translation-functions.ts'
import { CopyIconButton } from '../../../../ui/WalletAddress.tsx'
import { CopyFrame, HighlightedText } from './CodeBlock.tsx'
import type { ApplicationSetup } from './get-application-setup.ts'

interface SettingListProps {
  label: string
  settings: ApplicationSetup['fields']
  /** A secret, or the placeholder of one. */
  highlighted: readonly string[]
}

export function SettingList({ label, settings, highlighted }: SettingListProps) {
  const t = useTranslations()
  return (
    <CopyFrame id={useId()} label={label} text={settings.map(({ name, value }) => `${name}: ${value}`).join('\n')}>
      <dl className="grid grid-cols-1">
        {settings.map(({ name, value, about }, index) => (
          <div
            key={`${index} ${name}`}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-1.5 pr-1 pl-3 first:border-t-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
          >
            <dt className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline text-small text-soft [overflow-wrap:anywhere]">
              <span aria-hidden="true" className="font-mono text-caption">
                {index + 1}
              </span>
              <span>{allowBreaks(name)}</span>
            </dt>
            <dd className="min-w-0 max-sm:row-start-2 max-sm:pl-7">
              <code translate="no" className="font-mono text-small [overflow-wrap:anywhere] select-all">
                {highlighted.includes(value) ? (
                  <HighlightedText text={value} words={highlighted} />
                ) : (
                  allowBreaks(value)
                )}
              </code>
              {about !== '' && (
                <span className="block text-caption text-soft">
                  {translateKnownServerCode(t, 'pasteAbouts', name) ?? about}
                </span>
              )}
            </dd>
            <dd className="max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-2">
              <CopyIconButton text={value} label={t('admin.copy', { what: name })} />
            </dd>
          </div>
        ))}
      </dl>
    </CopyFrame>
  )
}

/** Lets a long name or address break after a punctuation mark rather than inside a word. */
const allowBreaks = (name: string) =>
  name.split(/(?<=[_/?&=]|\w[.-])(?!\/)/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
