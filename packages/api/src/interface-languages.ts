// The languages that the screens speak (i18n, locales), each by its own name, so that whoever looks for it can read it. A language is
// a line here and its messages in web/src/i18n/messages/ and packages/api/src/messages/, a folder each.

export const interfaceLanguageNames = {
  en: 'English',
  de: 'Deutsch',
} as const

export type InterfaceLanguage = keyof typeof interfaceLanguageNames

/** The first is spoken to whoever speaks none of them. */
export const interfaceLanguages = Object.keys(interfaceLanguageNames) as readonly InterfaceLanguage[]
