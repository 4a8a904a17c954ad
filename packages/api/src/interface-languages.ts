// A new language also needs a folder in web/src/i18n/messages/ and packages/api/src/messages/.

export const interfaceLanguageNames = {
  en: 'English',
  de: 'Deutsch',
} as const

export type InterfaceLanguage = keyof typeof interfaceLanguageNames

/** The first language is the fallback. */
export const interfaceLanguages = Object.keys(interfaceLanguageNames) as readonly InterfaceLanguage[]
