// How a list is shown: in which order, how dense, and with which columns. The density is this browser's; the rest stands in the address.
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { useDisclosure } from '../../../ui/use-disclosure.ts'
import { useTranslations } from 'use-intl'
import type { Column, Sorting } from '../Table.tsx'
import { densities, setDensity, useDensity } from './density.ts'
import { useColumnChoice } from './use-column-choice.ts'

interface ViewMenuProps<Item> {
  columns: readonly Column<Item>[]
  sorting?: Sorting | undefined
}

export function ViewMenu<Item>({ columns, sorting }: ViewMenuProps<Item>) {
  const t = useTranslations()
  const density = useDensity()
  const { isOpen, setIsOpen, button, around } = useDisclosure()
  const { isShown, toggle } = useColumnChoice(columns)
  const sorts = columns.flatMap(({ sort, head }) => (sort === undefined ? [] : [{ value: sort, label: head }]))
  return (
    <div {...around} className="relative">
      <Button
        small
        ref={button}
        className="min-h-9! pointer-coarse:min-h-11!"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('adminUi.list.view')}
      </Button>
      {isOpen && (
        <div
          tabIndex={-1}
          className="absolute top-full right-0 z-20 mt-1 grid w-60 gap-4 rounded-sheet border border-line bg-sheet p-4 text-small shadow-lg outline-none"
        >
          <fieldset className="grid gap-1">
            <legend className="text-caption text-soft">{t('adminUi.list.density')}</legend>
            {densities.map((value) => (
              <label key={value} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="density"
                  checked={density === value}
                  onChange={() => setDensity(value)}
                  className="size-4 accent-seal"
                />
                {t(`adminUi.list.densities.${value}`)}
              </label>
            ))}
          </fieldset>
          {sorting && sorts.length > 0 && (
            <>
              <Choice
                label={t('adminUi.list.sort')}
                value={sorting.sort ?? ''}
                options={sorts}
                onChange={(sort) => sorting.onSort(sort, sorting.order ?? 'asc')}
              />
              <Choice
                label={t('adminUi.list.order')}
                value={sorting.order ?? 'asc'}
                options={[
                  { value: 'asc', label: t('adminUi.list.ascending') },
                  { value: 'desc', label: t('adminUi.list.descending') },
                ]}
                onChange={(order) => sorting.onSort(sorting.sort ?? sorts[0]?.value ?? '', order)}
              />
            </>
          )}
          <fieldset className="grid gap-1">
            <legend className="text-caption text-soft">{t('adminUi.list.columns')}</legend>
            {columns
              .filter(({ isHead }) => !isHead)
              .map(({ id, head }) => (
                <label key={id} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={isShown(id)}
                    onChange={() => toggle(id)}
                    className="size-4 accent-seal"
                  />
                  {head}
                </label>
              ))}
          </fieldset>
        </div>
      )}
    </div>
  )
}
