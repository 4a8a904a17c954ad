import { Button } from '../../ui/Button.tsx'
import { useTranslations } from 'use-intl'

export function ConvertedLineEndingsNotice({ onKeep }: { onKeep: () => void }) {
  const t = useTranslations()
  return (
    <div className="grid gap-1 rounded-control border border-amber bg-amber-tint px-3 py-2 text-small">
      <p className="font-semibold text-amber">{t('inspector.converted.title')}</p>
      <p>{t('inspector.converted.text')}</p>
      <Button look="bare" className="justify-self-start" onClick={onKeep}>
        {t('inspector.converted.keep')}
      </Button>
    </div>
  )
}

export function FixedMessageNotice({ onUndo }: { onUndo: () => void }) {
  const t = useTranslations()
  return (
    <div className="grid gap-1 rounded-control border border-line bg-sunk px-3 py-2 text-small">
      <p>
        <span className="font-semibold">{t('inspector.fixed')}</span> {t('inspector.signedNotFixable')}
      </p>
      <Button look="bare" className="justify-self-start" onClick={onUndo}>
        {t('inspector.undo')}
      </Button>
    </div>
  )
}

export function InspectedFileNotice({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-sunk px-3 py-1 text-small">
      <p className="min-w-0 [overflow-wrap:anywhere]">{t('inspector.opened', { name })}</p>
      <Button look="bare" small onClick={onClose}>
        {t('inspector.close')}
      </Button>
    </div>
  )
}
