// What stands beside an empty text area: what one learns here, and examples to look at.
import { Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { offeredFaults } from './examples.ts'

export function EmptyFindings() {
  const t = useTranslations()
  return (
    <Sheet className="grid gap-6 px-5 py-6">
      <div className="grid gap-2">
        <h2 className="text-lead">{t('inspector.empty.title')}</h2>
        <p className="text-soft">{t('inspector.empty.text')}</p>
        <p className="text-soft">{t('inspector.empty.proofs')}</p>
      </div>
      <div className="grid gap-3">
        <h3 className="font-sans text-small font-semibold">{t('inspector.empty.examples')}</h3>
        <ul className="flex flex-wrap gap-2">
          <Example name="sound" label={t('inspector.empty.sound')} />
          <Example name="signed" label={t('inspector.empty.signed')} />
          <Example name="signed-solana" label={t('inspector.empty.signedSolana')} />
          <Example name="signed-bitcoin" label={t('inspector.empty.signedBitcoin')} />
          {offeredFaults.map((code) => (
            <Example key={code} name={code} label={t(`inspector.empty.names.${code}`)} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

/** A link, so that an example can be sent to somebody as it is. */
function Example({ name, label }: { name: string; label: string }) {
  return (
    <li>
      <a
        href={`#example=${name}`}
        className="inline-flex min-h-9 items-center rounded-full border border-edge bg-paper px-4 text-small hover:bg-sunk pointer-coarse:min-h-11"
      >
        {label}
      </a>
    </li>
  )
}
