// The languages that the screens speak (i18n, locales).

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
