import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { useDisclosure } from '../../../ui/use-disclosure.ts'
import { useTranslations } from 'use-intl'
import type { TableColumn, TableSorting } from '../Table.tsx'
import { listDensityOptions, setListDensity, useListDensity } from './list-density.ts'
import { useColumnVisibility } from './use-column-visibility.ts'

interface ListViewOptionsMenuProps<Item> {
  columns: readonly TableColumn<Item>[]
  sorting?: TableSorting | undefined
}

export function ListViewOptionsMenu<Item>({ columns, sorting }: ListViewOptionsMenuProps<Item>) {
  const t = useTranslations()
  const density = useListDensity()
  const { isOpen, setIsOpen, button, containerProps } = useDisclosure()
  const { isShown, toggle } = useColumnVisibility(columns)
  const sorts = columns.flatMap(({ sort, head }) => (sort === undefined ? [] : [{ value: sort, label: head }]))
  return (
    <div {...containerProps} className="relative">
      <Button
        small
        ref={button}
        className="min-h-9! py-1! pointer-coarse:min-h-11!"
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
            {listDensityOptions.map((value) => (
              <label key={value} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="density"
                  checked={density === value}
                  onChange={() => setListDensity(value)}
                  className="size-4 accent-seal"
                />
                {t(`adminUi.list.densities.${value}`)}
              </label>
            ))}
          </fieldset>
          {sorting && sorts.length > 0 && (
            <>
              <SelectField
                label={t('adminUi.list.sort')}
                value={sorting.sort ?? ''}
                options={sorts}
                onChange={(sort) => sorting.onSort(sort, sorting.order ?? 'asc')}
              />
              <SelectField
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
              .filter(({ isRowHeader }) => !isRowHeader)
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
