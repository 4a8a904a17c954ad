interface ToggleButtonGroupProps<Option extends string> {
  label: string
  options: readonly Option[]
  chosen: Option
  nameOf?: (option: Option) => string
  look?: string
  onChoose: (option: Option) => void
}

export function ToggleButtonGroup<Option extends string>({
  label,
  options,
  chosen,
  nameOf = (option) => option,
  look = '',
  onChoose,
}: ToggleButtonGroupProps<Option>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
          className={`min-h-9 rounded-control border px-3 text-small pointer-coarse:min-h-11 ${look} ${option === chosen ? 'border-seal bg-seal-tint text-seal' : 'border-edge bg-paper'}`}
        >
          {nameOf(option)}
        </button>
      ))}
    </div>
  )
}
