// The browser that is answered, in one line: it stays in its place while what becomes of it changes.
import type { ReactNode } from 'react'
import { deviceWords } from '../../../ui/device-words.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import type { Asked } from './stage.ts'

/** @param end what marks how far it is */
export function OtherBrowser({ asked: { userAgent, networkPrefix }, end }: { asked: Asked; end: ReactNode }) {
  const t = useTranslations()
  return (
    <Sheet className="flex min-h-16 items-center gap-3 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="font-semibold">{deviceWords(t, userAgent, t('applications.device.unknownDevice'))}</p>
        <p className="font-mono text-caption text-soft [overflow-wrap:anywhere]">{networkPrefix}</p>
      </div>
      {end}
    </Sheet>
  )
}
