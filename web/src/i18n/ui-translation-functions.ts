import type { MessageKeys, NamespaceKeys, NestedKeyOf, useTranslations } from 'use-intl'
import type { Messages } from './messages.generated.d.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

export type Translate = ReturnType<typeof useTranslations<never>>

export type TranslationKey = MessageKeys<Messages, NestedKeyOf<Messages>>

export type TranslationNamespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

export type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] }

export const translateServerCode = (
  t: Translate,
  key: TranslationKey,
  values: Readonly<Record<string, string>> = {},
): string => (t as unknown as (key: string, values: Readonly<Record<string, string>>) => string)(key, values)

/** Undefined if there is no message: the code may be untrusted, or newer than this page. */
export function translateKnownServerCode(
  t: Translate,
  namespace: TranslationNamespace | 'settingAbouts' | 'presetTexts',
  code: string,
  values?: Readonly<Record<string, string>>,
): string | undefined {
  const key = `${namespace}.${code}` as TranslationKey
  // `t.has` also finds groups (which have no length) and `Object.prototype` keys.
  return !code.split('.').some((part) => part in {}) && t.has(`${key}.length` as TranslationKey)
    ? translateServerCode(t, key, values)
    : undefined
}

export function translateMessageList(t: Translate, list: string): readonly string[] {
  const messages: string[] = []
  const next = () => `${list}.${messages.length}` as TranslationKey
  while (t.has(next())) messages.push(translateServerCode(t, next()))
  return messages
}
