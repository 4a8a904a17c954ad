import { useTranslations } from 'use-intl'
import { adminNavigationAreas } from './admin-navigation-areas.ts'

export function AdminKeyboardShortcutsTable({ searchKey }: { searchKey: string }) {
  const t = useTranslations()
  const rows: { keys: readonly string[]; what: string }[] = [
    { keys: [searchKey], what: t('admin.keys.search') },
    { keys: ['/'], what: t('admin.keys.search') },
    ...adminNavigationAreas.map(({ name, key }) => ({
      keys: ['g', key],
      what: t('admin.keys.go', { area: t(`admin.areas.${name}`) }),
    })),
    { keys: ['↑', '↓'], what: t('admin.keys.rows') },
    { keys: ['←', '→'], what: t('admin.keys.inside') },
    { keys: ['↵'], what: t('admin.keys.open') },
    { keys: [t('admin.keys.space')], what: t('admin.keys.select') },
    { keys: ['Esc'], what: t('admin.keys.close') },
    { keys: ['?'], what: t('admin.keys.help') },
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
      {rows.map(({ keys, what }) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1">
            {keys.map((key, place) => (
              <kbd
                key={place}
                className="grid min-w-7 place-items-center rounded-control border border-edge bg-sunk px-1.5 font-mono text-small"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
