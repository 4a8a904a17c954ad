// The types of the messages for use-intl: by these a misspelled key or a missing argument does not compile. And messages whose keys only the
// server knows.
import type { MessageKeys, NamespaceKeys, NestedKeyOf, useTranslations } from 'use-intl'
import type { Messages } from './messages.generated.d.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** What `useTranslations()` returns. */
export type Translate = ReturnType<typeof useTranslations<never>>

/** The key of a message, such as `ui.cancel`. */
export type TranslationKey = MessageKeys<Messages, NestedKeyOf<Messages>>

/** The key of messages, such as `adminActivity.lines`. */
export type TranslationNamespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** Messages or parts of them, as files of messages have them. */
export type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] }

/** A message whose arguments only the server knows: it sends them with the code of what it says. */
export const translateServerCode = (
  t: Translate,
  key: TranslationKey,
  values: Readonly<Record<string, string>> = {},
): string => (t as unknown as (key: string, values: Readonly<Record<string, string>>) => string)(key, values)

/**
 * The message for a code of the server, which can be newer than this page, or have the code from a stranger.
 * @returns undefined where there is no message for the code
 */
export function translateKnownServerCode(
  t: Translate,
  namespace: TranslationNamespace | 'settingAbouts',
  code: string,
  values?: Readonly<Record<string, string>>,
): string | undefined {
  const key = `${namespace}.${code}` as TranslationKey
  // `t.has` also finds groups of messages, which have no length, and what every object has, such as `constructor`.
  return !code.split('.').some((part) => part in {}) && t.has(`${key}.length` as TranslationKey)
    ? translateServerCode(t, key, values)
    : undefined
}

/** The messages of a list, in its order. */
export function translateMessageList(t: Translate, list: string): readonly string[] {
  const messages: string[] = []
  const next = () => `${list}.${messages.length}` as TranslationKey
  while (t.has(next())) messages.push(translateServerCode(t, next()))
  return messages
}
