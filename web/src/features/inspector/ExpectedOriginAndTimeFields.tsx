import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { isOriginWithoutScheme } from '@countersign/inspector/is-origin-without-scheme'
import { useTranslations } from 'use-intl'
import { MessageInspectorFormField, verbatimMonospaceInputProps } from './MessageInspectorFormField.tsx'
import type { MessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import { parseTimestamp } from './parse-timestamp.ts'

interface OriginAndTimeFieldsProps {
  inspected: MessageInspectorInputValues
  isHidden: boolean
  onChange: (inspected: MessageInspectorInputValues) => void
}

export function ExpectedOriginAndTimeFields({ inspected, isHidden, onChange }: OriginAndTimeFieldsProps) {
  const t = useTranslations()
  const { origin, at } = inspected
  const isOpen = origin !== '' || at !== ''
  return (
    <details open={isOpen || undefined} hidden={isHidden} className="text-small">
      <summary className="min-h-6 rounded-control text-seal">{t('inspector.more')}</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        <MessageInspectorFormField
          label={t('inspector.origin')}
          hint={t('inspector.originHint')}
          fault={
            origin === '' || parseOriginUrl(origin)
              ? null
              : isOriginWithoutScheme(origin)
                ? t('inspector.originWithoutScheme')
                : t('inspector.originInvalid')
          }
        >
          {(described) => (
            <input
              value={origin}
              onChange={({ target }) => onChange({ ...inspected, origin: target.value })}
              inputMode="url"
              {...verbatimMonospaceInputProps}
              {...described}
            />
          )}
        </MessageInspectorFormField>
        <MessageInspectorFormField
          label={t('inspector.at')}
          hint={t('inspector.atHint')}
          fault={at.trim() === '' || parseTimestamp(at) !== null ? null : t('inspector.atInvalid')}
        >
          {(described) => (
            <input
              value={at}
              onChange={({ target }) => onChange({ ...inspected, at: target.value })}
              {...verbatimMonospaceInputProps}
              {...described}
            />
          )}
        </MessageInspectorFormField>
      </div>
    </details>
  )
}
