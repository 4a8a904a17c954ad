import { CopyIconButton } from '../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'

interface CopyFieldProps {
  label: string
  value: string
  about?: string | undefined
  /** Scrolls a command sideways, so that it does not break inside a word. Default: for several lines. */
  hasScroll?: boolean
}

export function CopyField({ label, value, about, hasScroll: isText = value.includes('\n') }: CopyFieldProps) {
  const t = useTranslations()
  return (
    <div className={`grid min-w-0 grid-cols-1 content-start gap-1 ${isText ? 'lg:col-span-2' : ''}`}>
      <p className="text-caption text-soft">{label}</p>
      <div
        className={`flex justify-between gap-2 rounded-control border border-line bg-sunk py-0.5 pr-1 pl-3 ${isText ? 'items-start' : 'items-center'}`}
      >
        <code
          {...(isText && { tabIndex: 0 })}
          className={`min-w-0 py-1.5 font-mono text-small select-all ${isText ? 'scrolls-sideways max-h-80 flex-1 self-start overflow-auto whitespace-pre' : '[overflow-wrap:anywhere]'}`}
        >
          {isText ? <span>{value}</span> : value}
        </code>
        <CopyIconButton text={value} label={t('admin.copy', { what: label })} />
      </div>
      {about !== undefined && <p className="text-caption text-soft">{about}</p>}
    </div>
  )
}
