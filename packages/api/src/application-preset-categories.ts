// Categories of known programs, in the order in which the console shows them.
export const applicationPresetCategories = [
  'example',
  'files',
  'knowledge',
  'media',
  'household',
  'communication',
  'code',
  'data',
  'infrastructure',
  'libraries',
] as const

export type ApplicationPresetCategory = (typeof applicationPresetCategories)[number]
