// This device's clock is wrong: says by how much, because some wallets refuse to sign then.
import { Notice } from '../ui/Notice.tsx'
import { useChapter, useSpeech } from '../words/use-words.ts'

/** @param ahead in milliseconds; negative where it is behind */
export function ClockNotice({ ahead }: { ahead: number }) {
  const { locale } = useSpeech()
  const words = useChapter('clock')
  const difference = writeDuration(Math.abs(ahead), locale)
  return (
    <Notice tone="attention" title={ahead > 0 ? words.ahead(difference) : words.behind(difference)}>
      <p>{words.text}</p>
    </Notice>
  )
}

/** A length of time in the largest unit that says it well: `7 minutes`. */
export function writeDuration(milliseconds: number, locale: string): string {
  const minutes = milliseconds / 60_000
  const [unit, amount] =
    minutes < 90 ? ['minute', minutes] : minutes < 48 * 60 ? ['hour', minutes / 60] : ['day', minutes / 1440]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Number(amount))
}
