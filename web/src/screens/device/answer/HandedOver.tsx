// What was signed is on its way: from here it goes on at the other screen.
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../../../api.ts'
import { Spinner } from '../../../prove/Spinner.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Head } from '../../../ui/Head.tsx'
import { problemWords } from '../../../ui/problem-words.ts'
import { OtherBrowser } from './OtherBrowser.tsx'
import type { Asked } from './stage.ts'
import { useTranslations } from 'use-intl'

interface HandedOverProps {
  asked: Asked
  /** What keeps this page from knowing what becomes of it. */
  trouble: Problem | ClientProblem | null
}

export function HandedOver({ asked, trouble }: HandedOverProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-6">
      <Head title={t('answering.handedOver.title')} text={t('answering.handedOver.text')} />
      <OtherBrowser asked={asked} end={<Spinner className="text-seal" />} />
      {/* Said aloud as well: nobody is pressing anything here. */}
      <div role="status">
        {trouble && (
          <Notice tone="attention" title={problemWords(t, trouble).title}>
            <p>{t('signIn.goesOnByItself')}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
